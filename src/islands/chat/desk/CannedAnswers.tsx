import { useStore } from '@nanostores/react'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import type { CannedAnswer } from '../../../contract/chat/desk.ts'
import * as store from '../../../stores/chat/desk-canned.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { SearchField } from '../SearchField.tsx'
import { CannedDialog } from './CannedDialog.tsx'

const icon = 'grid size-7 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'

const Row = ({ answer, onUsed }: { answer: CannedAnswer; onUsed: () => void }) => (
  <li className="rounded-md border border-line p-2.5">
    <div className="flex items-start gap-1">
      <button
        type="button"
        className="min-w-0 flex-1 text-left hover:text-accent max-md:min-h-11"
        onClick={() => {
          store.putIn(answer)
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
        onClick={() => store.writeCanned(answer)}
      >
        <Pencil className="size-3.5" />
      </button>
      <button
        type="button"
        className={icon}
        aria-label={`删除答复：${answer.title}`}
        title="删除"
        onClick={() => store.removing.set(answer)}
      >
        <Trash2 className="size-3.5" />
      </button>
    </div>
  </li>
)

/** Answers of the platform: one press puts them behind what is typed. */
export function CannedAnswers({ onUsed }: { onUsed: () => void }) {
  const state = useStore(store.canned)
  const word = useStore(store.cannedWord)
  const removing = useStore(store.removing)
  const failed = useStore(store.removalFailed)
  useEffect(() => void store.loadCanned(), [])
  const rows = state.at === 'ready' ? store.matching(state.content, word) : []
  return (
    <section aria-labelledby="canned-answers" className="space-y-2.5">
      <div className="flex items-center justify-between">
        <h2 id="canned-answers" className="text-sm font-semibold">
          常用答复
        </h2>
        <Button kind="link" size="sm" className="max-md:h-11" onClick={() => store.writeCanned(null)}>
          <Plus className="size-4" />
          新增
        </Button>
      </div>
      <SearchField
        value={word}
        label="搜索常用答复"
        onChange={(value) => store.cannedWord.set(value)}
        onEnd={() => store.cannedWord.set('')}
      />
      {failed !== null && <Notice tone="bad" title={failed.message} />}
      {state.at === 'loading' && <Skeleton form="row" count={3} label="常用答复加载中" />}
      {state.at === 'failed' && (
        <FailedState title="常用答复没有读到" text={state.failure.message} onRetry={() => void store.loadCanned()} />
      )}
      {state.at === 'ready' && rows.length === 0 && (
        <p className="py-2 text-sm text-ink-2">{word === '' ? '还没有常用答复，可以新增一条。' : '没有符合的答复。'}</p>
      )}
      <ul className="space-y-2">
        {rows.map((answer) => (
          <Row key={answer.answerId} answer={answer} onUsed={onUsed} />
        ))}
      </ul>
      <CannedDialog />
      <Confirm
        open={removing !== null}
        onCancel={() => store.removing.set(null)}
        onConfirm={() => void store.removeCanned()}
        title="删除这条常用答复吗？"
        text={`“${removing?.title ?? ''}”删除后，所有客服都不能再使用。`}
        confirm="删除"
        danger
      />
    </section>
  )
}
