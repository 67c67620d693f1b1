import { expect, test } from 'vitest'
import { maxSavedFilters } from '../../../src/domain/accounts/saved-filters.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { missingId } from '../../support/sentinels.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const list = 'buyerOrders' as const
const save = (name: string, query = 'status=completed') => buyer.api.accounts.savedFilterSave({ list, name, query })
const names = async (client = buyer) =>
  contentOf(await client.api.accounts.savedFilters({ list })).data.map(({ name }) => name)

test('a filter is saved for one person and one list, and replaced under the same name', async () => {
  contentOf(await save('大额待付', 'status=to_pay&amountFrom=50000'))
  const again = contentOf(await save('大额待付', 'status=to_pay&amountFrom=80000'))
  expect(contentOf(await buyer.api.accounts.savedFilters({ list })).data).toEqual([
    { savedFilterId: again.savedFilterId, name: '大额待付', query: 'status=to_pay&amountFrom=80000' },
  ])
  expect(await names(other)).toEqual([])
  expect(contentOf(await buyer.api.accounts.savedFilters({ list: 'sellerOrders' })).data).toEqual([])
})

test('only its owner removes it, once', async () => {
  const { savedFilterId } = contentOf(await save('待删除'))
  expect(failureOf(await other.api.accounts.savedFilterDelete({ savedFilterId }))).toBe('notFound')
  contentOf(await buyer.api.accounts.savedFilterDelete({ savedFilterId }))
  expect(failureOf(await buyer.api.accounts.savedFilterDelete({ savedFilterId }))).toBe('notFound')
  expect(failureOf(await buyer.api.accounts.savedFilterDelete({ savedFilterId: missingId }))).toBe('notFound')
})

test('the limit of one list holds under parallel saving, and a filter can still be replaced', async () => {
  const asked = Array.from({ length: maxSavedFilters + 5 }, (_one, index) => save(`筛选 ${index}`))
  await Promise.all(asked)
  expect((await names()).length).toBe(maxSavedFilters)
  expect(failureOf(await save('超出上限'))).toBe('tooManySavedFilters')
  const [kept = ''] = await names()
  expect(contentOf(await save(kept, 'status=in_progress')).query).toBe('status=in_progress')
})
