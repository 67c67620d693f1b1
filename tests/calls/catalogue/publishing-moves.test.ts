import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { categoryOf, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller3')
const person = clientForFile(app, 'person')
let category: number
beforeAll(async () => {
  category = await categoryOf(app, '临床监查')
})

const save = async (client: Client, input: Parameters<Client['api']['catalogue']['serviceSave']>[0]) =>
  contentOf(await client.api.catalogue.serviceSave(input, { idempotencyKey: newKey() }))
const open = async (client: Client, serviceId: number) =>
  contentOf(await client.api.catalogue.sellerService({ serviceId }))
const counts = async (client: Client) => contentOf(await client.api.catalogue.serviceCount({}))

describe('serviceChangeDelete', () => {
  test('discards a change; a second call returns 404', async () => {
    const { serviceId } = await save(seller, { ...wholeService(category, '不改了的服务'), submit: true })
    contentOf(await seller.api.catalogue.serviceUpdate({ serviceName: '没想好', serviceId, version: 1 }))
    expect(failureOf(await other.api.catalogue.serviceChangeDelete({ serviceId }))).toBe('notFound')
    contentOf(await seller.api.catalogue.serviceChangeDelete({ serviceId }))
    expect(await open(seller, serviceId)).toMatchObject({ change: null, form: { serviceName: '不改了的服务' } })
    expect(failureOf(await seller.api.catalogue.serviceChangeDelete({ serviceId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.catalogue.serviceChangeDelete({ serviceId }))).toBe('sessionInvalid')
  })
})

describe('serviceChangeStatus', () => {
  test('moves allowed listings and returns failures for the others', async () => {
    const ready = await save(seller, wholeService(category, '可以提交的草稿'))
    const half = await save(seller, { serviceName: '写了一半的' })
    const out = await save(seller, { ...wholeService(category, '已经上架的'), submit: true })
    const foreign = await save(other, wholeService(category, '别家的'))
    const ids = [ready, half, out, foreign].map(({ serviceId }) => serviceId)
    const submitted = contentOf(await seller.api.catalogue.serviceChangeStatus({ serviceIds: ids, event: 'submit' }))
    expect(submitted.done).toBe(1)
    expect(submitted.failed.map(({ id }) => id)).toEqual(ids.slice(1))
    expect(submitted.failed[0]?.message).toMatch(/请选择分类.*另有/)
    expect(submitted.failed[2]).toEqual({ id: ids[3], title: '', message: '内容不存在或已被删除' })
    expect((await open(seller, ready.serviceId)).status).toBe('published')
    const unlist = { serviceIds: ids, event: 'unlist' as const }
    expect(contentOf(await seller.api.catalogue.serviceChangeStatus(unlist)).done).toBe(2)
    expect(failureOf(await visitor(app).api.catalogue.service({ serviceId: out.serviceId }))).toBe('gone')
    const again = { serviceIds: [out.serviceId, out.serviceId], event: 'relist' as const }
    expect(contentOf(await seller.api.catalogue.serviceChangeStatus(again))).toEqual({ done: 1, failed: [] })
    expect(contentOf(await visitor(app).api.catalogue.service({ serviceId: out.serviceId })).serviceName).toBe(
      '已经上架的',
    )
  })

  test('keeps the shop counter correct for parallel calls', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        save(seller, { ...wholeService(category, `同时上下架 ${at}`), submit: true }),
      ),
    )
    const ids = made.map(({ serviceId }) => serviceId)
    const change = (event: 'unlist' | 'relist') => seller.api.catalogue.serviceChangeStatus({ serviceIds: ids, event })
    await Promise.all([change('unlist'), change('unlist'), change('relist'), change('unlist')])
    const stays = await save(seller, { ...wholeService(category, '一直在架的服务'), submit: true })
    const { shopId } = contentOf(await visitor(app).api.catalogue.service(stays))
    const shop = contentOf(await visitor(app).api.shops.shopInfo({ shopId }))
    expect(shop.serviceAccount).toBe((await counts(seller)).published)
  })

  test('rejects empty and too large selections, unknown events and guests', async () => {
    const change = (client: Client, serviceIds: number[]) =>
      client.api.catalogue.serviceChangeStatus({ serviceIds, event: 'unlist' })
    expect(fieldsWithErrors(await change(seller, []))).toEqual(['serviceIds'])
    expect(
      fieldsWithErrors(
        await change(
          seller,
          Array.from({ length: 101 }, (_, at) => at + 1),
        ),
      ),
    ).toEqual(['serviceIds'])
    expect((await seller.post('/mall/service/changeStatus', '{"serviceIds":[1],"event":"pass"}')).status).toBe(400)
    expect(failureOf(await change(visitor(app), [1]))).toBe('sessionInvalid')
    expect(failureOf(await change(person, [1]))).toBe('notCertified')
  })
})

describe('serviceDelete', () => {
  test('deletes drafts and unlisted listings, not published ones or those of others', async () => {
    const draft = await save(seller, {})
    const out = await save(seller, { ...wholeService(category, '在售的不能删'), submit: true })
    const foreign = await save(other, {})
    const serviceIds = [draft, out, foreign].map(({ serviceId }) => serviceId)
    const { done, failed } = contentOf(await seller.api.catalogue.serviceDelete({ serviceIds }))
    expect([done, failed.map(({ message }) => message)]).toEqual([
      1,
      ['已上架，不能进行此操作', '内容不存在或已被删除'],
    ])
    expect(failureOf(await seller.api.catalogue.sellerService({ serviceId: draft.serviceId }))).toBe('notFound')
    expect((await open(other, foreign.serviceId)).status).toBe('draft')
    expect(failureOf(await visitor(app).api.catalogue.serviceDelete({ serviceIds }))).toBe('sessionInvalid')
  })
})
