import { api } from '../../client/browser.ts'
import { filteredList } from '../filtered-list.ts'

/** Tabs of the list: whether the answer helped. */
const verdicts = ['useless', 'useful'] as const
/** Readers' feedback on questions of the help centre, for operators. */
export const feedbacks = filteredList(verdicts, ({ status, ...conditions }) =>
  api.content.feedbacks({ ...conditions, ...(status === undefined ? {} : { useful: status === 'useful' }) }),
)
