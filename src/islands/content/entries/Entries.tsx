import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { EntryEditor } from './EntryEditor.tsx'
import { EntryList } from './EntryList.tsx'

type Props = {
  kind: EntryKind
  /** Query of the URL: `edit` opens the form. */
  search: string
  /** Id of the signed-in user, for drafts. */
  who: number
}

/** Content managed by operators: the list of a kind, or the form of one entry. */
export const Entries = ({ kind, search, who }: Props) => {
  const edit = new URLSearchParams(search).get('edit')
  const entryId = edit !== null && /^[1-9]\d{0,8}$/.test(edit) ? Number(edit) : null
  return (
    <>
      {edit === null ? (
        <EntryList kind={kind} search={search} />
      ) : (
        <EntryEditor kind={kind} entryId={edit === 'new' ? null : entryId} who={who} />
      )}
      <Toaster />
    </>
  )
}
