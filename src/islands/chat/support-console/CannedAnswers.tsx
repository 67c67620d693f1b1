import { useStore } from '@nanostores/react'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import type { CannedAnswer } from '../../../contract/chat/support.ts'
import { maxCannedLength, maxCannedTitleLength } from '../../../domain/chat/support.ts'
import * as store from '../../../stores/chat/support-console/canned-answers.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useForm } from '../../form/use-form.ts'
import { SearchField } from '../SearchField.tsx'

/** Form of a canned answer. */
function CannedDialog() {
  const open = useStore(store.isCannedFormOpen)
  const { values, sending, text } = useForm(store.cannedAnswerForm)
  const failure = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  const save = () => void store.saveCannedAnswer().then((saved) => saved && toast.success('常用答复已保存'))
  return (
    <Dialog
      open={open}
      onClose={store.closeCannedForm}
      title={values?.answerId === 0 ? '新增常用答复' : '修改常用答复'}
      width="md"
      actions={
        <>
          <Button onClick={store.closeCannedForm}>取消</Button>
          <Button kind="main" busy={sending.at === 'sending'} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure && <Notice tone="bad" title={failure.message} />}
        <Input label="名称" required maxLength={maxCannedTitleLength} {...text('title')} />
        <Textarea
          label="答复"
          required
          rows={5}
          maxLength={maxCannedLength}
          typed={values?.text.length ?? 0}
          {...text('text')}
        />
      </div>
    </Dialog>
  )
}

const icon = 'grid size-7 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'

const Row = ({ answer, onUsed }: { answer: CannedAnswer; onUsed: () => void }) => (
  <li className="rounded-md border border-line p-2.5">
    <div className="flex items-start gap-1">
      <button
        type="button"
        className="min-w-0 flex-1 text-left hover:text-accent max-md:min-h-11"
        onClick={() => {
          store.insertCannedAnswer(answer)
          onUsed()
        }}
      >
        <span className="block text-sm font-medium">
          <span className="sr-only">使用答复：</span>
          {answer.title}
        </span>
        <span className="line-clamp-2 text-xs wrap-anywhere text-ink-2">{answer.text}</span>
      </button>
      <button
        type="button"
        className={icon}
        aria-label={`修改答复：${answer.title}`}
        title="修改"
        onClick={() => store.openCannedForm(answer)}
      >
        <Pencil className="size-3.5" />
      </button>
      <button
        type="button"
        className={icon}
        aria-label={`删除答复：${answer.title}`}
        title="删除"
        onClick={() => store.cannedDeletion.set(answer)}
      >
        <Trash2 className="size-3.5" />
      </button>
    </div>
  </li>
)

/** Canned answers of the platform; a click appends one to the draft. */
export function CannedAnswers({ onUsed }: { onUsed: () => void }) {
  const state = useStore(store.cannedAnswers)
  const word = useStore(store.cannedKeyword)
  const removing = useStore(store.cannedDeletion)
  const failed = useStore(store.cannedDeletionFailure)
  useEffect(() => void store.loadCannedAnswers(), [])
  const rows = state.at === 'ready' ? store.matchCannedAnswers(state.content, word) : []
  return (
    <section aria-labelledby="canned-answers" className="space-y-2.5">
      <div className="flex items-center justify-between">
        <h2 id="canned-answers" className="text-sm font-semibold">
          常用答复
        </h2>
        <Button kind="link" size="sm" className="max-md:h-11" onClick={() => store.openCannedForm(null)}>
          <Plus className="size-4" />
          新增
        </Button>
      </div>
      <SearchField
        value={word}
        label="搜索常用答复"
        onChange={(value) => store.cannedKeyword.set(value)}
        onEnd={() => store.cannedKeyword.set('')}
      />
      {failed !== null && <Notice tone="bad" title={failed.message} />}
      {state.at === 'loading' && <Skeleton count={3} label="常用答复加载中" />}
      {state.at === 'failed' && (
        <FailedState
          title="常用答复加载失败"
          text={state.failure.message}
          onRetry={() => void store.loadCannedAnswers()}
        />
      )}
      {state.at === 'ready' && rows.length === 0 && (
        <p className="py-2 text-sm text-ink-2">{word === '' ? '暂无常用答复，可以新增一条。' : '没有符合的答复。'}</p>
      )}
      <ul className="space-y-2">
        {rows.map((answer) => (
          <Row key={answer.answerId} answer={answer} onUsed={onUsed} />
        ))}
      </ul>
      <CannedDialog />
      <Confirm
        open={removing !== null}
        onCancel={() => store.cannedDeletion.set(null)}
        onConfirm={() => void store.deleteCannedAnswer()}
        title="删除这条常用答复吗？"
        text={`“${removing?.title ?? ''}”删除后，所有客服都不能再使用。`}
        confirm="删除"
        danger
      />
    </section>
  )
}
