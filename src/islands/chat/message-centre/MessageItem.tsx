import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { noticeGroupLabels } from '../../../domain/accounts/notifications.ts'
import { ago, dateTime } from '../../../domain/time.ts'
import { openLetter } from '../../../stores/chat/message-centre/letter.ts'
import * as store from '../../../stores/chat/message-centre/message-centre.ts'
import type { MessageRow } from '../../../stores/chat/message-centre/message-rows.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { useNow } from '../../use-now.ts'
import { LetterThread } from './LetterThread.tsx'
import type { MessageRights } from './MessageCentre.tsx'

type Props = { row: MessageRow; rights: MessageRights }

/** Sender or recipient of a letter. */
const personOf = (row: Extract<MessageRow, { kind: 'letter' }>) =>
  row.box === 'sent' ? `发给 ${row.to}` : [row.from.companyName, row.from.name].filter((word) => word !== '').join('　')

const tagOf = (row: MessageRow) =>
  row.kind === 'notice' ? noticeGroupLabels[row.group] : row.from.isPlatform && row.box === 'in' ? '平台' : ''

/** Row of a message: subject, time, read state. Expands in place. */
const Head = ({ row, open }: { row: MessageRow; open: boolean }) => {
  const now = useNow()
  const tag = tagOf(row)
  const show = () => {
    store.toggleMessageOpen(row)
    if (!open && row.kind === 'letter') {
      void openLetter(row.recordId).then((read) => store.markLettersRead(read))
    }
  }
  return (
    <button
      type="button"
      className="grid min-w-0 flex-1 gap-x-3 gap-y-0.5 py-3 text-left md:grid-cols-[minmax(0,1fr)_auto]"
      aria-expanded={open}
      onClick={show}
    >
      <span className="flex min-w-0 items-center gap-2 max-md:items-start">
        <span
          className={`size-2 shrink-0 max-md:mt-2 rounded-full ${row.read ? 'bg-transparent' : 'bg-bad'}`}
          aria-hidden
        />
        {!row.read && <span className="sr-only">未读，</span>}
        <span className={`min-w-0 max-md:line-clamp-2 md:truncate ${row.read ? 'text-ink-2' : 'font-semibold'}`}>
          {row.kind === 'notice' ? row.title : row.subject}
        </span>
        {tag !== '' && <Tag label={tag} />}
      </span>
      <span className="flex items-center gap-2 text-sm text-ink-3 max-md:pl-4">
        <time dateTime={row.at} title={dateTime(row.at)}>
          {ago(row.at, now)}
        </time>
        <ChevronDown className={`size-4 ${open ? 'rotate-180' : ''}`} aria-hidden />
      </span>
      <span className="truncate pl-4 text-sm text-ink-3 md:col-span-2">
        {row.kind === 'notice' ? row.text : `${personOf(row)}：${row.brief}`}
      </span>
    </button>
  )
}

const Inside = ({ row, rights }: Props) => {
  if (row.kind === 'letter') return <LetterThread rights={rights} />
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-wrap">{row.text === '' ? row.title : row.text}</p>
      <p className="mt-1 text-sm text-ink-3">{dateTime(row.at)}</p>
      <LinkButton kind="outline" size="sm" className="mt-3 max-md:h-11" href={row.path}>
        查看详情
      </LinkButton>
    </>
  )
}

/** A message of the list. */
export const MessageItem = ({ row, rights }: Props) => {
  const chosen = useStore(store.selectedMessages).has(row.recordId)
  const open = useStore(store.openMessageId) === row.recordId
  const name = row.kind === 'notice' ? row.title : row.subject
  return (
    <li className={`border-b border-line last:border-b-0 ${open ? 'bg-surface-2' : ''}`}>
      <div className="flex items-start gap-3 px-4">
        <Checkbox
          className="mt-2.5 max-md:mt-0 max-md:size-11 max-md:items-center! max-md:justify-center"
          checked={chosen}
          onChange={() => store.toggleMessage(row.recordId)}
        >
          <span className="sr-only">{`选择：${name}`}</span>
        </Checkbox>
        <Head row={row} open={open} />
      </div>
      {open && (
        <div className="px-4 pb-4 md:pl-15">
          <Inside row={row} rights={rights} />
        </div>
      )}
    </li>
  )
}
