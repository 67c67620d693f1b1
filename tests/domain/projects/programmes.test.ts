import { expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/accounts/permissions.ts'
import {
  includesRole,
  programmeEntryEvents,
  programmeEntryLabels,
  programmeRoleOf,
  programmeRoles,
  programmeTransitions,
} from '../../../src/domain/projects/programmes.ts'
import { renameFile } from '../../../src/domain/operations/file-name.ts'
import { nextState } from '../../../src/domain/transition.ts'

const reader = (companyId: number, ...permissions: Permission[]) => ({ companyId, permissions: new Set(permissions) })
const closed = { companyId: 1, openTo: null }
const open = { companyId: 1, openTo: 'my_orders' as const }

test('a role comes from the membership, from managing roles, or from what a programme is open to', () => {
  for (const role of programmeRoles) {
    expect(programmeRoleOf(reader(1), closed, role)).toBe(role)
    expect(programmeRoleOf(reader(1, 'role_manage'), closed, role)).toBe('manager')
  }
  expect(programmeRoleOf(reader(1, 'role_manage'), closed, null)).toBe('manager')
  expect(programmeRoleOf(reader(1, 'my_orders', 'my_requirement'), closed, null)).toBeNull()
  expect(programmeRoleOf(reader(1, 'my_orders'), open, null)).toBe('reader')
  expect(programmeRoleOf(reader(1, 'my_orders'), open, 'member')).toBe('member')
  expect(programmeRoleOf(reader(1, 'my_requirement'), open, null)).toBeNull()
})

test('nobody of another company has a role, whatever they hold', () => {
  for (const role of [...programmeRoles, null])
    for (const programme of [closed, open])
      expect(programmeRoleOf(reader(2, 'role_manage', 'my_orders'), programme, role)).toBeNull()
})

test('each role may do what the ones after it may', () => {
  const table = programmeRoles.map((role) => programmeRoles.map((needed) => includesRole(role, needed)))
  expect(table).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
  ])
})

test('a programme is closed and opened again', () => {
  expect(nextState(programmeTransitions, 'active', 'close', 'manager')).toBe('closed')
  expect(nextState(programmeTransitions, 'closed', 'reopen', 'manager')).toBe('active')
  expect(nextState(programmeTransitions, 'closed', 'close', 'manager')).toBeUndefined()
})

test('every event of the history has a label', () => {
  expect(programmeEntryEvents.toSorted()).toEqual(Object.keys(programmeEntryLabels).toSorted())
})

test.each([
  ['方案.pdf', '研究方案', '研究方案.pdf'],
  ['方案.pdf', '研究方案.exe', '研究方案.pdf'],
  ['数据.xlsx', '../../a/b', 'b.xlsx'],
  ['数据.xlsx', '...', '文件.xlsx'],
])('%s renamed to %s is %s', (before, given, name) => {
  expect(renameFile(before, given)).toBe(name)
})
