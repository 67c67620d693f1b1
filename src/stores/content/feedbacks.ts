import { api } from '../../client/browser.ts'
import { filteredList } from '../filtered-list.ts'

/** Whether it helped: the tabs of the list. */
const verdicts = ['useless', 'useful'] as const
/** What readers said of the help centre's questions, for operators. */
export const feedbacks = filteredList(verdicts, ({ status, ...conditions }) =>
  api.content.feedbacks({ ...conditions, ...(status === undefined ? {} : { useful: status === 'useful' }) }),
)
