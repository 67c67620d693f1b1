import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { Toaster } from '../../../ui/Toaster.tsx'
import { EntryEditor } from './EntryEditor.tsx'
import { EntryList } from './EntryList.tsx'

type Props = {
  kind: EntryKind
  /** Query of the address: `edit` opens the form. */
  search: string
  /** Who is signed in: what they type is kept for them. */
  who: number
}

/** What operators look after: the list of a kind, or the form of one of it. */
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
