import { useStore } from '@nanostores/react'
import { Image, MessageSquareQuote, Paperclip, Plus } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { isCard, longestText, type CardKind } from '../../domain/chat/content.ts'
import { acceptOf } from '../../domain/operations/file-rules.ts'
import { session } from '../../stores/accounts/session.ts'
import { send, sendFiles, sendHint } from '../../stores/chat/outbox.ts'
import { replying, replyToNobody } from '../../stores/chat/replying.ts'
import { drafts } from '../../stores/chat/drafts.ts'
import { room } from '../../stores/chat/room.ts'
import { asksAbout } from '../../domain/chat/words.ts'
import { phrasesFor, shopWords } from '../../stores/chat/shop-words.ts'
import { keyOf } from '../../stores/chat/sides.ts'
import { thread } from '../../stores/chat/thread.ts'
import { tellTyping } from '../../stores/chat/typing.ts'
import { Button } from '../../ui/Button.tsx'
import { isSendKey } from '../../ui/ime.ts'
import { ReplyBar } from './ReplyBar.tsx'

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
  const picker = useRef<HTMLInputElement>(null)
  const answers = useStore(replying)
  const key = entry === null ? undefined : keyOf(entry)

  useEffect(() => {
    // On a phone the keyboard would cover what was just opened.
    if (key !== undefined && isWide()) input.current?.focus()
  }, [key])

  if (entry === null || key === undefined) return null
  const text = kept[key] ?? ''
  const reply = answers[key]
  const type = (value: string) => drafts.setKey(key, value)
  const submit = () => {
    if (send(entry, text, reply)) {
      type('')
      replyToNobody(key)
    }
    input.current?.focus()
  }
  const pick = (accept: string) => {
    if (picker.current === null) return
    picker.current.accept = accept
    picker.current.click()
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
      {reply !== undefined && <ReplyBar reply={reply} entry={entry} threadKey={key} />}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        onChange={(event) => {
          void sendFiles(entry, [...(event.target.files ?? [])])
          // The same file may be sent again.
          event.target.value = ''
        }}
      />
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
          onChange={(event) => {
            type(event.target.value)
            if (event.target.value !== '') tellTyping(entry)
          }}
          onKeyDown={press}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length === 0) return
            event.preventDefault()
            void sendFiles(entry, files)
          }}
        />
        <div className="flex items-center gap-1 max-md:contents md:px-2 md:pb-2">
          <button
            type="button"
            className={`${tool} max-md:hidden`}
            aria-label="发送图片"
            title="图片"
            onClick={() => pick(pictures)}
          >
            <Image className="size-5" />
          </button>
          <button
            type="button"
            className={`${tool} max-md:hidden`}
            aria-label="发送文件"
            title="文件"
            onClick={() => pick(acceptOf('chat'))}
          >
            <Paperclip className="size-5" />
          </button>
          <button
            type="button"
            className={`${tool} max-md:order-first md:hidden`}
            aria-label="发送图片或文件"
            onClick={() => pick(acceptOf('chat'))}
          >
            <Plus className="size-6" />
          </button>
          {kind !== undefined && (
            <button
              type="button"
              className={`grid size-8 shrink-0 place-items-center rounded-md max-md:hidden ${phrases ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-surface-3'}`}
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

const tool = 'grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'
const pictures = acceptOf('avatar')

/** Phones have no Ctrl key. */
const isWide = () => matchMedia('(min-width: 768px)').matches

/** Which phrases fit the side; none with the platform's service and none for it: specification section 5. */
function usePhraseKind(): CardKind | undefined {
  const { entry, about } = useStore(room)
  const now = useStore(thread)
  const me = useStore(session)
  if (entry === null || entry.isService || (me.at === 'in' && me.user.isService)) return undefined
  if (about !== null) return asksAbout(about.status, entry) ? about.status : undefined
  const cards =
    now.at === 'ready' ? now.messages.flatMap(({ content: { status } }) => (isCard(status) ? [status] : [])) : []
  const kind = cards.at(-1) ?? 'service'
  return asksAbout(kind, entry) ? kind : undefined
}

/** A line break where the caret stands. */
function breakLine(field: HTMLTextAreaElement, type: (value: string) => void): void {
  const { selectionStart, selectionEnd, value } = field
  type(`${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}`)
  requestAnimationFrame(() => field.setSelectionRange(selectionStart + 1, selectionStart + 1))
}
