import { expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { openProjectIn } from '../../support/scenes/projects/project.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')

const openProject = () => openProjectIn(app, {})
type Input = Parameters<Client['api']['projects']['projectDeclare']>[0]
const declare = (client: Client, input: Input) =>
  client.api.projects.projectDeclare(input, { idempotencyKey: newKey() })

test('members without read permission can only edit and withdraw their own declarations', async () => {
  const { client } = await colleague(app, buyer, ['project_manage'])
  const { declarationId } = contentOf(await declare(buyer, { projectId: await openProject(), title: '企业的' }))
  expect(failureOf(await client.api.projects.projectUpdate({ declarationId, version: 1 }))).toBe('notFound')
  expect(failureOf(await client.api.projects.projectCancel({ declarationId }))).toBe('notFound')
  const own = contentOf(await declare(client, { projectId: await openProject(), title: '自己的' }))
  contentOf(await client.api.projects.projectUpdate({ declarationId: own.declarationId, version: 1, title: '改好的' }))
  contentOf(await client.api.projects.projectCancel({ declarationId: own.declarationId }))
})

test('lists contain own declarations by status and keyword, and require the permission', async () => {
  const all = contentOf(await buyer.api.projects.projectDeclarations({ pageSize: 100 }))
  expect(all.total).toBe(all.data.length)
  const found = contentOf(await buyer.api.projects.projectDeclarations({ status: 'returned', keyword: 'HX-217' }))
  expect(found.data.map(({ title }) => title)).toEqual(['HX-217 片临床前研究后补助'])
  expect(
    contentOf(await (await signInAs(app, 'buyer2')).api.projects.projectDeclarations({ keyword: 'HX-217' })).data,
  ).toEqual([])
  const { client } = await colleague(app, buyer, ['my_orders'])
  expect(failureOf(await client.api.projects.projectDeclarations({}))).toBe('forbidden')
  const projects = contentOf(await buyer.api.projects.govProjects({ field: 'drug', keyword: '示例', pageSize: 100 }))
  expect(projects.data.map(({ field }) => field)).not.toContain('device')
  const phases = contentOf(await buyer.api.projects.govProjects({ pageSize: 100 })).data.map(({ phase }) => phase)
  expect(
    phases.toSorted((a, b) => ['open', 'coming', 'over'].indexOf(a) - ['open', 'coming', 'over'].indexOf(b)),
  ).toEqual(phases)
  expect(failureOf(await visitor(app).api.projects.govProjects({}))).toBe('sessionInvalid')
})
