import { useStore } from '@nanostores/react'
import { MessageSquareQuote } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { longestText, type CardKind } from '../../domain/chat/content.ts'
import { session } from '../../stores/accounts/session.ts'
import { send, sendHint } from '../../stores/chat/outbox.ts'
import { drafts, room } from '../../stores/chat/room.ts'
import { phrasesFor, shopWords } from '../../stores/chat/shop-words.ts'
import { keyOf } from '../../stores/chat/sides.ts'
import { thread } from '../../stores/chat/thread.ts'
import { Button } from '../../ui/Button.tsx'
import { isSendKey } from '../../ui/ime.ts'

/** The text being written, its quick phrases and the hint when it cannot go out. */
export function Composer() {
  const { entry } = useStore(room)
  const kept = useStore(drafts)
  const hint = useStore(sendHint)
  const input = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const kind = usePhraseKind()
  const words = useStore(shopWords)
  const [phrases, setPhrases] = useState(true)
  const key = entry === null ? undefined : keyOf(entry)

  useEffect(() => {
    // On a phone the keyboard would cover what was just opened.
    if (key !== undefined && isWide()) input.current?.focus()
  }, [key])

  if (entry === null || key === undefined) return null
  const text = kept[key] ?? ''
  const type = (value: string) => drafts.setKey(key, value)
  const submit = () => {
    if (send(entry, text)) type('')
    input.current?.focus()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event) || event.shiftKey) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) breakLine(event.currentTarget, type)
    else submit()
  }
  return (
    <div className="relative shrink-0 border-t border-line">
      {hint !== '' && (
        <p
          id={hintId}
          role="alert"
          className="absolute inset-x-3 -top-9 w-fit rounded-md bg-bad-soft px-3 py-1.5 text-sm text-bad"
        >
          {hint}
        </p>
      )}
      {kind !== undefined && phrases && (
        <div className="flex gap-2 overflow-x-auto px-3 pt-2" role="group" aria-label="常用短语">
          {phrasesFor(kind, entry, words).map((phrase) => (
            <button
              key={phrase}
              type="button"
              className="h-7 shrink-0 rounded-full border border-line-strong px-2.5 text-xs whitespace-nowrap text-ink-2 hover:border-accent hover:text-accent max-md:h-9"
              onClick={() => {
                type(text === '' ? phrase : `${text}${phrase}`)
                input.current?.focus()
              }}
            >
              {phrase}
            </button>
          ))}
        </div>
      )}
      <div className="max-md:flex max-md:items-end max-md:gap-2 max-md:p-3">
        <textarea
          ref={input}
          rows={1}
          className="block h-13 w-full resize-none px-3 py-2 outline-none max-md:h-11 max-md:flex-1 max-md:rounded-md max-md:border max-md:border-line-control max-md:bg-surface max-md:py-2.5 max-md:text-lg max-md:focus:border-accent"
          placeholder={isWide() ? '按Enter键发送消息，按Ctrl+Enter换行' : '输入消息'}
          aria-label="消息"
          aria-describedby={hint === '' ? undefined : hintId}
          maxLength={longestText}
          enterKeyHint="send"
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        <div className="flex items-center gap-1 max-md:contents md:px-2 md:pb-2">
          {kind !== undefined && (
            <button
              type="button"
              className={`grid size-8 shrink-0 place-items-center rounded-md max-md:order-first max-md:size-11 ${phrases ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-surface-3'}`}
              aria-label="常用短语"
              title="常用短语"
              aria-expanded={phrases}
              onClick={() => setPhrases(!phrases)}
            >
              <MessageSquareQuote className="size-5" />
            </button>
          )}
          <Button kind="main" size="sm" className="ml-auto max-md:h-11 max-md:px-4 max-md:text-base" onClick={submit}>
            发送
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Phones have no Ctrl key. */
const isWide = () => matchMedia('(min-width: 768px)').matches

/** Which phrases fit; none with the platform's service and none for it: specification section 5. */
function usePhraseKind(): CardKind | undefined {
  const { entry, about } = useStore(room)
  const now = useStore(thread)
  const me = useStore(session)
  if (entry === null || entry.isService || (me.at === 'in' && me.user.isService)) return undefined
  if (about !== null) return about.status
  const cards =
    now.at === 'ready' ? now.messages.flatMap(({ content: { status } }) => (status === 'text' ? [] : [status])) : []
  return cards.at(-1) ?? 'service'
}

/** A line break where the caret stands. */
function breakLine(field: HTMLTextAreaElement, type: (value: string) => void): void {
  const { selectionStart, selectionEnd, value } = field
  type(`${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}`)
  requestAnimationFrame(() => field.setSelectionRange(selectionStart + 1, selectionStart + 1))
}
