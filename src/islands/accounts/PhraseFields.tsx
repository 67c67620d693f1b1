import { cardWords, type CardKind } from '../../domain/chat/content.ts'
import {
  isProductOwn,
  phraseKinds,
  phraseNames,
  resetPhrases,
  type ReplyValues,
} from '../../stores/accounts/shop-replies.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { DrawnForm } from '../use-typed-form.ts'

type Props = {
  form: DrawnForm<ReplyValues>
  values: ReplyValues
  kind: CardKind
  onKind: (kind: CardKind) => void
  readOnly: boolean
}

const whose: Record<CardKind, string> = {
  service: '买家咨询贵店服务时可点选的三句。',
  market: '买家咨询贵店商品时可点选的三句。',
  demand: '贵店就需求向需求方提问时可点选的三句。',
}

/** Three phrases for each thing that is talked about, and the way back to the product's own. */
export const PhraseFields = ({ form, values, kind, onKind, readOnly }: Props) => {
  const wrong = (one: CardKind) => phraseNames(one).some((name) => form.fault(name) !== undefined)
  const choose = (key: string) => {
    const next = phraseKinds.find((one) => one === key)
    if (next !== undefined) onKind(next)
  }
  return (
    <Tabs
      label="快捷短语的场合"
      tabs={phraseKinds.map((key) => ({ key, label: wrong(key) ? `${cardWords[key]}（有误）` : cardWords[key] }))}
      current={kind}
      onChange={choose}
    >
      <div className="pt-4">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-3">{whose[kind]}</p>
          {!readOnly && (
            <Button size="sm" disabled={isProductOwn(values, kind)} onClick={() => resetPhrases(kind)}>
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
