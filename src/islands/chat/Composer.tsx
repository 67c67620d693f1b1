import { useStore } from '@nanostores/react'
import { Camera, Image, MessageSquareQuote, Paperclip, Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { isLinkPreview, maxTextLength, type LinkPreviewKind } from '../../domain/chat/content.ts'
import { acceptOf } from '../../domain/operations/file-rules.ts'
import { session } from '../../stores/accounts/session.ts'
import { sendText, sendFiles, sendHint } from '../../stores/chat/outbox/outbox.ts'
import { replyQuotes, cancelReply } from '../../stores/chat/outbox/reply.ts'
import { chatDrafts } from '../../stores/chat/outbox/drafts.ts'
import { room } from '../../stores/chat/room.ts'
import { arePhrasesOffered, shownName } from '../../domain/chat/phrases.ts'
import { phrasesFor, shopChatTexts } from '../../stores/chat/shop-chat-texts.ts'
import { conversationKey } from '../../stores/chat/participants.ts'
import { thread, type Quote } from '../../stores/chat/thread.ts'
import { notifyTyping } from '../../stores/chat/typing.ts'
import { openCamera, openFiles } from '../../ui/form/file-input.ts'
import { Button } from '../../ui/button/Button.tsx'
import { isSendKey } from '../../ui/form/ime.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'

type ReplyBarProps = { reply: Quote; entry: ConversationEntry; threadKey: string }

/** The message being replied to. */
const ReplyBar = ({ reply, entry, threadKey }: ReplyBarProps) => (
  <p className="mx-3 mt-2 flex items-center gap-2 rounded-md bg-surface-2 py-1 pr-1 pl-3 text-xs text-ink-2">
    <span className="min-w-0 flex-1 truncate">
      回复{reply.mine ? '我' : shownName(entry.name)}：{reply.short}
    </span>
    <button
      type="button"
      className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-surface-3 max-md:size-11"
      aria-label="不回复这一条"
      onClick={() => cancelReply(threadKey)}
    >
      <X className="size-4" />
    </button>
  </p>
)

/** Message input with quick phrases, and the hint when sending fails. */
export function Composer() {
  const { entry } = useStore(room)
  const kept = useStore(chatDrafts)
  const hint = useStore(sendHint)
  const input = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const kind = usePhraseKind()
  const words = useStore(shopChatTexts)
  const [phrases, setPhrases] = useState(true)
  const picker = useRef<HTMLInputElement>(null)
  const answers = useStore(replyQuotes)
  const key = entry === null ? undefined : conversationKey(entry)

  useEffect(() => {
    // On a phone the keyboard would cover the conversation just opened.
    if (key !== undefined && isWide()) input.current?.focus()
  }, [key])

  if (entry === null || key === undefined) return null
  const text = kept[key] ?? ''
  const reply = answers[key]
  const type = (value: string) => chatDrafts.setKey(key, value)
  const submit = () => {
    if (sendText(entry, text, reply)) {
      type('')
      cancelReply(key)
    }
    input.current?.focus()
  }
  const pick = (accept: string) => openFiles(picker.current, accept)
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
          // Allows selecting the same file again.
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
          maxLength={maxTextLength}
          enterKeyHint="send"
          value={text}
          onChange={(event) => {
            type(event.target.value)
            if (event.target.value !== '') notifyTyping(entry)
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
          <button
            type="button"
            className={`${tool} max-md:order-first md:hidden`}
            aria-label="拍照发送"
            onClick={() => openCamera(picker.current)}
          >
            <Camera className="size-6" />
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

/** Phrases for the own role; none from or to the platform's service: specification section 5. */
function usePhraseKind(): LinkPreviewKind | undefined {
  const { entry, about } = useStore(room)
  const now = useStore(thread)
  const me = useStore(session)
  if (entry === null || entry.isService || (me.at === 'in' && me.user.isService)) return undefined
  if (about !== null) return arePhrasesOffered(about.status, entry) ? about.status : undefined
  const cards =
    now.at === 'ready' ? now.messages.flatMap(({ content: { status } }) => (isLinkPreview(status) ? [status] : [])) : []
  const kind = cards.at(-1) ?? 'service'
  return arePhrasesOffered(kind, entry) ? kind : undefined
}

/** Inserts a line break at the caret. */
function breakLine(field: HTMLTextAreaElement, type: (value: string) => void): void {
  const { selectionStart, selectionEnd, value } = field
  type(`${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}`)
  requestAnimationFrame(() => field.setSelectionRange(selectionStart + 1, selectionStart + 1))
}
