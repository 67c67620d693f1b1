import { expect, test } from 'vitest'
import { demandStepLabel, offerStepLabel, isSupplierVisibleStep } from '../../../src/domain/demands/history-labels.ts'

const step = (event: string, fromStatus: string, toStatus: string) => ({ event, fromStatus, toStatus })

test('a deleted demand has its own label', () => {
  expect(demandStepLabel(step('delete', 'closed', 'closed'))).toBe('需求已删除')
  expect(demandStepLabel(step('close', 'open', 'closed'))).toBe('需求已关闭')
})

test('submitting again is labelled as update; unknown events show the status', () => {
  expect(offerStepLabel(step('submit', 'draft', 'submitted'))).toBe('提交报价')
  expect(offerStepLabel(step('submit', 'submitted', 'submitted'))).toBe('更新报价')
  expect(offerStepLabel(step('other', 'submitted', 'lost'))).toBe('状态变为未中标')
})

test('suppliers see steps of public states except reminders', () => {
  const told = [step('submit', 'draft', 'pending_review'), step('pass', 'pending_review', 'open')]
  expect([...told, step('remind', 'open', 'open')].map(isSupplierVisibleStep)).toEqual([false, true, false])
})
