import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { shopGreeting } from '../../domain/chat/words.ts'
import * as store from '../../stores/accounts/shop-replies.ts'
import { Button } from '../../ui/Button.tsx'
import { TimeInput } from '../../ui/DateInput.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { FormSection } from '../FormSection.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { ChatPreview } from './ChatPreview.tsx'
import { PhraseFields } from './PhraseFields.tsx'

type Props = {
  who: number
  shop: { readonly name: string; readonly logo: string }
  /** 回复消息. */
  mayEdit: boolean
}

const Fields = ({ shop, mayEdit }: Omit<Props, 'who'>) => {
  const form = useTypedForm(store.form)
  const restored = useStore(store.form.restored)
  const kind = useStore(store.phraseKind)
  const { values, text, picked } = form
  if (values === null) return null
  const readOnly = !mayEdit
  const save = () => void store.save().then((saved) => saved && toast.good('自动回复与快捷短语已保存'))
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
            <TimeInput label="工作时间从" readOnly={readOnly} {...picked('answersFrom')} />
            <TimeInput label="到" readOnly={readOnly} {...picked('answersUntil')} />
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
        <TypedFormBox
          form={form}
          label="自动回复与快捷短语"
          submit="保存"
          onSubmit={save}
          saved="已保存，新打开的会话即按此显示"
          note={restored ? '已恢复您上次未保存的内容' : '未保存的内容会留在本浏览器'}
          actions={restored && <Button onClick={store.startOver}>放弃修改</Button>}
        >
          {parts}
        </TypedFormBox>
      )}
      <div className="desk:sticky desk:top-20">
        <ChatPreview shop={shop.name} logo={shop.logo} values={values} kind={kind} />
      </div>
    </div>
  )
}

/** What the shop says by itself: greeting, away reply, quick phrases, with the chat as it will look. */
export const ShopRepliesForm = ({ who, shop, mayEdit }: Props) => {
  const state = useStore(store.replies)
  useEffect(() => void store.load(who), [who])
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
      <Shown
        state={state}
        what="自动回复"
        permission="message_reply"
        onRetry={() => void store.load(who)}
        frame={card}
        skeleton={<CardSkeleton lines={12} className="min-h-[720px]" />}
      >
        {() => <Fields shop={shop} mayEdit={mayEdit} />}
      </Shown>
    </section>
  )
}
