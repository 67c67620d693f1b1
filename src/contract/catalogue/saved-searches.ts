import { z } from 'zod'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id, moment, text } from '../fields.ts'

const savedSearch = z.object({
  savedSearchId: id,
  kind: z.enum(listingKinds),
  name: z.string(),
  /** The keyword and the filters, as words. */
  conditions: z.array(z.string()),
  /** Whether the person is notified of new listings, on the channels of their preferences. */
  isOn: z.boolean(),
  /** Listings published since it was last opened, still on sale. */
  newCount: z.int(),
  createdAt: moment,
})
export type SavedSearch = z.output<typeof savedSearch>

const own = { savedSearchId: id }

export const savedSearchesCalls = {
  savedSearches: call({
    path: '/mall/search/saved/list',
    summary: '自己保存的服务与商品搜索，含上次查看后的新结果数',
    access: user,
    reads: true,
    input: z.object({}),
    output: z.object({ data: z.array(savedSearch) }),
    ours: true,
  }),
  savedSearchSave: call({
    path: '/mall/search/saved/save',
    summary: '保存当前的服务或商品搜索，每人最多 20 个',
    access: user,
    input: z.object({
      kind: z.enum(listingKinds),
      name: text(30),
      /** Query of the address of the list; parameters that it does not know are left out. */
      query: z.string().max(2_000),
    }),
    output: z.object(own),
    failures: ['tooManySavedSearches'],
    ours: true,
  }),
  savedSearchUpdate: call({
    path: '/mall/search/saved/update',
    summary: '修改保存的搜索的名称，或打开、关闭它的提醒',
    access: user,
    input: z.object({ ...own, name: text(30).optional(), isOn: z.boolean().optional() }),
    output: z.object({}),
    ours: true,
  }),
  savedSearchDelete: call({
    path: '/mall/search/saved/delete',
    summary: '删除一个保存的搜索',
    access: user,
    input: z.object(own),
    output: z.object({}),
    ours: true,
  }),
  savedSearchOpen: call({
    path: '/mall/search/saved/open',
    summary: '打开一个保存的搜索：返回列表地址，新结果数归零',
    access: user,
    input: z.object(own),
    output: z.object({
      /** Path of the list, the newest first. */
      path: z.string(),
    }),
    ours: true,
  }),
}
