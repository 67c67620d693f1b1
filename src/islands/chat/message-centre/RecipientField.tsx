import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { letterGroupLabels } from '../../../domain/chat/letters.ts'
import * as store from '../../../stores/chat/write-letter.ts'
import { Button } from '../../../ui/Button.tsx'
import { controlBase } from '../../../ui/control-class.ts'
import { Field } from '../../../ui/Field.tsx'
import { isComposing } from '../../../ui/ime.ts'

const because: Readonly<Record<store.Recipient['because'], string>> = {
  colleague: '同事',
  trade: '有订单往来',
  chat: '沟通过',
  service: '平台',
}

/** Milliseconds without typing after which is searched. */
const pause = 250

const Choice = ({ word, note, onChoose }: { word: string; note: string; onChoose: () => void }) => (
  <li>
    <button
      type="button"
      className="flex min-h-9 w-full items-center justify-between gap-3 px-3 py-1.5 text-left hover:bg-surface-2 max-md:min-h-11"
      onClick={onChoose}
    >
      <span className="min-w-0 truncate">{word}</span>
      <span className="shrink-0 text-xs text-ink-3">{note}</span>
    </button>
  </li>
)

/** Whom the letter is for: found by name among those who may be written to, or a group. */
export const RecipientField = ({ to, name, error }: { to: string; name: string; error: string | undefined }) => {
  const found = useStore(store.recipients)
  const groups = useStore(store.groups)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => void store.find(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  if (to !== '') {
    return (
      <Field label="收件人" required group>
        {() => (
          <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-surface-2 py-1 pr-1 pl-3">
            <span className="min-w-0 truncate">{name}</span>
            <Button size="sm" className="max-md:h-11" onClick={() => store.chooseTo('', '')}>
              更换
            </Button>
          </div>
        )}
      </Field>
    )
  }
  const shownGroups = groups.filter((group) => letterGroupLabels[group].includes(typed.trim()))
  return (
    <Field label="收件人" required error={error} hint="同事，或与您有订单、沟通往来的企业与个人">
      {(ids) => (
        <div className="overflow-hidden rounded-md border border-line">
          <input
            {...ids}
            type="search"
            className={`${controlBase} h-9 rounded-none border-0 border-b px-3 max-md:h-11`}
            placeholder="输入姓名或企业名称"
            maxLength={30}
            autoComplete="off"
            aria-required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              // Enter finds, it does not send the letter.
              if (event.key === 'Enter' && !isComposing(event)) event.preventDefault()
            }}
          />
          <ul className="max-h-48 overflow-y-auto" aria-label="可选收件人">
            {shownGroups.map((group) => (
              <Choice
                key={group}
                word={letterGroupLabels[group]}
                note="群发"
                onChoose={() => store.chooseTo(`g:${group}`, letterGroupLabels[group])}
              />
            ))}
            {found.map((one) => (
              <Choice
                key={one.key}
                word={one.name}
                note={because[one.because]}
                onChoose={() => store.chooseTo(one.key, one.name)}
              />
            ))}
          </ul>
          {shownGroups.length + found.length === 0 && (
            <p className="px-3 py-2 text-sm text-ink-3">没有找到可以写消息的人或企业</p>
          )}
        </div>
      )}
    </Field>
  )
}
