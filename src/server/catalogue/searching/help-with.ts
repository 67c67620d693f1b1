import type { SearchHelp } from '../../../contract/catalogue/search.ts'
import type { SearchKind } from '../../../domain/shell/search.ts'
import type { Context } from '../../handler.ts'
import { helpFor } from '../../search/help.ts'
import { memory } from '../memory.ts'
import { finderOf } from './finder.ts'

const known = memory<SearchHelp>()

/** What to try instead of a keyword that finds nothing by itself. */
export const helpWith = (
  kind: SearchKind,
  keyword: string,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<SearchHelp> =>
  known(context, `${kind} ${keyword}`, () => helpFor(context.db, kind, keyword, finderOf(kind, context)))
