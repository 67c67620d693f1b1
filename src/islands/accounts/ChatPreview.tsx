import { hoursWords } from '../../domain/chat/away.ts'
import { cardWords, type CardKind } from '../../domain/chat/content.ts'
import { shopGreeting } from '../../domain/chat/words.ts'
import { phrasesIn, type ReplyValues } from '../../stores/accounts/shop-replies.ts'
import { Avatar } from '../../ui/Avatar.tsx'

type Props = {
  shop: string
  logo: string
  values: ReplyValues
  /** What is being talked about. */
  kind: CardKind
}

const bubble = 'w-fit max-w-[85%] rounded-lg px-3 py-2 break-words whitespace-pre-wrap'

/** How the chat will look to whoever writes to the shop, as it is typed. Drawn as the chat draws it: text nodes. */
export const ChatPreview = ({ shop, logo, values, kind }: Props) => {
  const hours = hoursWords(values)
  const away = values.awayReply.trim()
  const face = <Avatar name={shop} kind="org" size="sm" picture={logo || undefined} />
  const asks = kind !== 'demand'
  return (
    <section aria-label="聊天窗口预览" className="overflow-hidden rounded-lg border border-line bg-surface">
      <h3 className="flex h-11 items-center gap-2 border-b border-line px-4 font-semibold">
        <span className="truncate">{asks ? shop : '需求方'}</span>
        <span className="ml-auto shrink-0 text-xs font-normal text-ink-3">{asks ? '买家看到的' : '您看到的'}</span>
      </h3>
      <div className="min-h-56 space-y-3 p-4">
        {asks && (
          <>
            <div className="flex items-start gap-2">
              {face}
              <p className={`${bubble} rounded-tl-sm bg-surface-2`}>{values.greeting.trim() || shopGreeting(shop)}</p>
            </div>
            <p className={`${bubble} ml-auto rounded-tr-sm bg-accent-tint`}>您好，想咨询一下。</p>
            {away !== '' && hours !== undefined && (
              <div className="flex items-start gap-2">
                {face}
                <div className="min-w-0 flex-1 space-y-1">
                  <p className={`${bubble} rounded-tl-sm bg-surface-2`}>{away}</p>
                  <p className="text-xs text-ink-3">自动回复 · {hours} 以外</p>
                </div>
              </div>
            )}
          </>
        )}
        {!asks && <p className="text-sm text-ink-3">您以店铺身份向需求方提问时，输入框上方显示下面三句。</p>}
      </div>
      <div className="border-t border-line">
        <ul className="flex flex-wrap gap-2 px-3 pt-2" aria-label={`${cardWords[kind]}的快捷短语`}>
          {phrasesIn(values, kind).map((phrase, place) => (
            <li
              key={place}
              className="flex min-h-7 max-w-full items-center rounded-full border border-line-strong px-2.5 text-xs break-all text-ink-2"
            >
              {phrase.trim() || '--'}
            </li>
          ))}
        </ul>
        <p className="px-3 py-3 text-sm text-ink-3">输入消息</p>
      </div>
    </section>
  )
}
