import { z } from 'zod'
import { filteredLists } from '../../domain/accounts/saved-filters.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id, text } from '../fields.ts'

const list = z.enum(filteredLists)
const savedFilter = z.object({
  savedFilterId: id,
  name: z.string(),
  /** Query of the address of the list, without the page. */
  query: z.string(),
})
export type SavedFilter = z.output<typeof savedFilter>

export const savedFiltersCalls = {
  savedFilters: call({
    path: '/fuser/filter/list',
    summary: '自己在一个列表中保存的常用筛选',
    access: user,
    reads: true,
    input: z.object({ list }),
    output: z.object({ data: z.array(savedFilter) }),
    ours: true,
  }),
  savedFilterSave: call({
    path: '/fuser/filter/save',
    summary: '保存当前筛选，同名的被替换，每个列表最多 20 个',
    access: user,
    input: z.object({ list, name: text(20), query: z.string().min(1).max(1_000) }),
    output: savedFilter,
    failures: ['tooManySavedFilters'],
    ours: true,
  }),
  savedFilterDelete: call({
    path: '/fuser/filter/delete',
    summary: '删除一个常用筛选',
    access: user,
    input: z.object({ savedFilterId: id }),
    output: z.object({}),
    ours: true,
  }),
}
