import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatAnswerHours } from '../../../domain/chat/answer-hours.ts'
import { type LinkPreviewKind, linkPreviewLabels } from '../../../domain/chat/content.ts'
import { shopGreeting } from '../../../domain/chat/phrases.ts'
import * as store from '../../../stores/accounts/profile/shop-replies.ts'
import {
  phrasesIn,
  type ReplyValues,
  hasDefaultPhrases,
  phraseKinds,
  phraseNames,
  resetPhrases,
} from '../../../stores/accounts/profile/shop-replies.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TimeInput } from '../../../ui/date/DateInput.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm, type FormBindings } from '../../form/use-form.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'

type Props = {
  who: number
  shop: { readonly name: string; readonly logo: string }
  /** 回复消息. */
  mayReply: boolean
}

type PhraseFieldsProps = {
  form: FormBindings<ReplyValues>
  values: ReplyValues
  kind: LinkPreviewKind
  onKind: (kind: LinkPreviewKind) => void
  readOnly: boolean
}

const whose: Record<LinkPreviewKind, string> = {
  service: '买家咨询您店铺的服务时可点选的三句。',
  market: '买家咨询您店铺的商品时可点选的三句。',
  demand: '您的店铺就需求向需求方提问时可点选的三句。',
}

/** Three phrases for each kind of topic, with a button to restore the defaults. */
const PhraseFields = ({ form, values, kind, onKind, readOnly }: PhraseFieldsProps) => {
  const wrong = (one: LinkPreviewKind) => phraseNames(one).some((name) => form.error(name) !== undefined)
  const choose = (key: string) => {
    const next = phraseKinds.find((one) => one === key)
    if (next !== undefined) onKind(next)
  }
  return (
    <Tabs
      label="快捷短语的场合"
      tabs={phraseKinds.map((key) => ({
        key,
        label: wrong(key) ? `${linkPreviewLabels[key]}（有误）` : linkPreviewLabels[key],
      }))}
      current={kind}
      onChange={choose}
    >
      <div className="pt-4">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-3">{whose[kind]}</p>
          {!readOnly && (
            <Button size="sm" disabled={hasDefaultPhrases(values, kind)} onClick={() => resetPhrases(kind)}>
              恢复默认短语
            </Button>
          )}
        </div>
        <div className="space-y-4">
          {phraseNames(kind).map((name, place) => (
            <Input
              key={name}
              label={`短语 ${place + 1}`}
              required
              maxLength={60}
              typed={values[name].length}
              readOnly={readOnly}
              {...form.text(name)}
            />
          ))}
        </div>
      </div>
    </Tabs>
  )
}

type ChatPreviewProps = {
  shop: string
  logo: string
  values: ReplyValues
  /** Kind of the topic. */
  kind: LinkPreviewKind
}

const bubble = 'w-fit max-w-[85%] rounded-lg px-3 py-2 break-words whitespace-pre-wrap'

/** Preview of the chat with the typed texts; rendered as text nodes like the chat itself. */
const ChatPreview = ({ shop, logo, values, kind }: ChatPreviewProps) => {
  const hours = formatAnswerHours(values)
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
        <ul className="flex flex-wrap gap-2 px-3 pt-2" aria-label={`${linkPreviewLabels[kind]}的快捷短语`}>
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

type ShopRepliesFormProps = {
  who: number
  shop: { readonly name: string; readonly logo: string }
  /** 回复消息. */
  mayEdit: boolean
}

const Fields = ({ shop, mayEdit }: Omit<ShopRepliesFormProps, 'who'>) => {
  const form = useForm(store.shopRepliesForm)
  const restored = useStore(store.shopRepliesForm.restored)
  const kind = useStore(store.phraseKind)
  const { values, text, picker } = form
  if (values === null) return null
  const readOnly = !mayEdit
  const save = () => void store.saveShopReplies().then((saved) => saved && toast.success('自动回复与快捷短语已保存'))
  const parts = (
    <>
      <FormSection number={1} title="问候语">
        <Textarea
          label="买家第一次打开会话时看到"
          rows={3}
          maxLength={200}
          typed={values.greeting.length}
          placeholder={shopGreeting(shop.name)}
          hint="不填则用默认问候语"
          readOnly={readOnly}
          {...text('greeting')}
        />
      </FormSection>
      <FormSection number={2} title="非工作时间自动回复">
        <div className="space-y-5">
          <div className="grid grid-cols-2 items-start gap-5">
            <TimeInput label="工作时间从" readOnly={readOnly} {...picker('answersFrom')} />
            <TimeInput label="到" readOnly={readOnly} {...picker('answersUntil')} />
          </div>
          <p className="text-sm text-ink-3">
            周一至周五的这段时间以外，买家来信时自动回复，每个会话每天一次。法定节假日不作区分。
          </p>
          <Textarea
            label="自动回复"
            rows={3}
            maxLength={200}
            typed={values.awayReply.length}
            placeholder="如：您好，现在是非工作时间，我们会在下一个工作日 10 点前回复您。"
            hint="不填则不自动回复；买家会看到“自动回复”字样，不算作您的答复"
            readOnly={readOnly}
            {...text('awayReply')}
          />
        </div>
      </FormSection>
      <FormSection number={3} title="快捷短语">
        <PhraseFields form={form} values={values} kind={kind} onKind={store.phraseKind.set} readOnly={readOnly} />
      </FormSection>
    </>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_340px]">
      {readOnly ? (
        <div className="overflow-clip rounded-lg border border-line bg-surface">{parts}</div>
      ) : (
        <FormFrame
          form={form}
          label="自动回复与快捷短语"
          submit="保存"
          onSubmit={save}
          saved="已保存，新打开的会话即按此显示"
          note={restored ? '已恢复您上次未保存的内容' : '未保存的内容会留在本浏览器'}
          actions={restored && <Button onClick={store.resetShopReplies}>放弃修改</Button>}
        >
          {parts}
        </FormFrame>
      )}
      <div className="desk:sticky desk:top-20">
        <ChatPreview shop={shop.name} logo={shop.logo} values={values} kind={kind} />
      </div>
    </div>
  )
}

/** Automatic replies of a shop: greeting, away reply, quick phrases, with a preview of the chat. */
const ShopRepliesForm = ({ who, shop, mayEdit }: ShopRepliesFormProps) => {
  const state = useStore(store.shopReplies)
  useEffect(() => void store.loadShopReplies(who), [who])
  return (
    <section aria-labelledby="shop-replies">
      <h2 id="shop-replies" className="mb-3 text-xl font-semibold">
        自动回复与快捷短语
      </h2>
      {!mayEdit && (
        <div className="mb-4">
          <Notice tone="mute" title="您没有“回复消息”权限，只能查看">
            请联系贵企业的主账号，或有“角色管理”权限的同事为您开通。
          </Notice>
        </div>
      )}
      <AsyncContent
        state={state}
        what="自动回复"
        permission="message_reply"
        onRetry={() => void store.loadShopReplies(who)}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={12} className="min-h-[720px]" />}
      >
        {() => <Fields shop={shop} mayEdit={mayEdit} />}
      </AsyncContent>
    </section>
  )
}

/** 偏好设置 of a seller: automatic replies of the shop, and notifications. */
export const SellerPreferences = ({ who, shop, mayReply }: Props) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">偏好设置</h1>
    <div className="space-y-6">
      <ShopRepliesForm who={who} shop={shop} mayEdit={mayReply} />
      <PreferencesSection side="seller" />
    </div>
    <Toaster />
  </>
)
