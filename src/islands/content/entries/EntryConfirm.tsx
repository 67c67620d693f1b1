import { useStore } from '@nanostores/react'
import type { EntryRow } from '../../../contract/content/entries.ts'
import { entryKindLabels, entryStepWords, type EntryKind } from '../../../domain/content/entries/entry-states.ts'
import type { EntryAct, EntryLists } from '../../../stores/content/entries/entry-list.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { toast } from '../../../ui/toast.ts'

const sentences: Readonly<Record<EntryAct, (row: EntryRow) => string>> = {
  publish: ({ title }) => `“${title}”将对外显示。`,
  withdraw: ({ title }) => `“${title}”将不再对外显示，可以随时重新发布。`,
  close: ({ title }) => `“${title}”立即停止接收新的申报，已退回的申报仍可修改后提交。`,
  delete: ({ title }) => `草稿“${title}”与其中填写的内容将被删除，不能恢复。`,
}

type Props = { kind: EntryKind; asking: EntryLists['asking'] }

/** The question before a step of the list. */
export const EntryConfirm = ({ kind, asking }: Props) => {
  const open = useStore(asking.state)
  if (open === null) return null
  const { subject, sending, failure } = open
  const word = entryStepWords[subject.event] ?? ''
  return (
    <Confirm
      open
      title={`${word}${entryKindLabels[kind]}`}
      text={`${failure ? `没有${word}：${failure.message}。` : ''}${sentences[subject.event](subject.row)}`}
      confirm={word}
      danger={subject.event !== 'publish'}
      busy={sending}
      onCancel={asking.close}
      onConfirm={() => void asking.decide(null).then((done) => done && toast.good(`已${word}`))}
    />
  )
}
