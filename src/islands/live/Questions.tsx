import { useStore } from '@nanostores/react'
import { useEffect, type SubmitEvent } from 'react'
import type { ClassQuestion } from '../../contract/live/watching.ts'
import { questionLength } from '../../domain/live/question-rules.ts'
import { ago } from '../../domain/time.ts'
import { askLogin, session } from '../../stores/accounts/session.ts'
import { ownClass } from '../../stores/live/class.ts'
import * as store from '../../stores/live/questions.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isComposing } from '../../ui/ime.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { useNow } from '../use-now.ts'

/** What one asks; Enter sends, with Shift it is a new line. */
const AskForm = () => {
  const { text, sending, failure } = useStore(store.asking)
  const send = () =>
    void store.ask().then((worked) => {
      if (worked) toast.good('已提问，主讲方解答后会通知您')
    })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (session.get().at === 'in') send()
    else askLogin(send)
  }
  return (
    <form onSubmit={submit} className="space-y-3" aria-label="提问">
      {failure && failure.code !== 0 && failure.code !== 600 && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="我要提问"
        rows={2}
        maxLength={questionLength.question}
        typed={text.length}
        hint="所有观看者可见，姓名会隐去"
        value={text}
        onChange={(event) => store.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <Button type="submit" kind="main" busy={sending} disabled={text.trim() === ''}>
        提问
      </Button>
    </form>
  )
}

/** The answer as its host writes it. */
const AnswerForm = () => {
  const now = useStore(store.answering)
  if (now === null) return null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void store.sendAnswer().then((worked) => worked && toast.good('已解答'))
  }
  return (
    <form onSubmit={submit} className="mt-3 space-y-3" aria-label="解答">
      {now.failure && <Notice tone="bad" title={now.failure.message} />}
      <Textarea
        label="解答"
        rows={3}
        maxLength={questionLength.answer}
        typed={now.text.length}
        value={now.text}
        onChange={(event) => store.typeAnswer(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" kind="main" busy={now.sending}>
          发布解答
        </Button>
        <Button className="max-md:h-11" onClick={store.dismiss}>
          取消
        </Button>
      </div>
    </form>
  )
}

const Row = ({ question, isHost, now }: { question: ClassQuestion; isHost: boolean; now: string }) => {
  const answering = useStore(store.answering)
  const { questionId, mine, text, answer, hidden, askedAt } = question
  const toggle = () => void store.hide(question).then((fault) => fault !== undefined && toast.bad(fault))
  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
        <span className="text-ink-2">{mine ? '我的提问' : '观众提问'}</span>
        <time dateTime={askedAt}>{ago(askedAt, now)}</time>
        {hidden && <Tag label="已隐藏" />}
      </p>
      <p className="mt-1 break-words whitespace-pre-line">{text}</p>
      {answer !== '' && (
        <p className="mt-2 rounded-md bg-surface-2 p-3 break-words whitespace-pre-line text-ink-2">
          <b className="mr-2 font-medium text-accent">主讲方解答</b>
          {answer}
        </p>
      )}
      {isHost &&
        (answering?.questionId === questionId ? (
          <AnswerForm />
        ) : (
          <p className="mt-2 flex gap-2">
            <Button size="sm" kind="outline" className="max-md:h-11" onClick={() => store.open(question)}>
              {answer === '' ? '解答' : '修改解答'}
            </Button>
            <Button size="sm" className="max-md:h-11" onClick={toggle}>
              {hidden ? '重新显示' : '隐藏'}
            </Button>
          </p>
        ))}
    </li>
  )
}

/** 课堂提问, as everyone who watches sees it; `takes` tells whether more may be asked. */
export const Questions = ({ classId, takes }: { classId: number; takes: boolean }) => {
  const state = useStore(store.questions)
  const own = useStore(ownClass)
  const now = useNow()
  useEffect(() => store.start(classId), [classId])
  return (
    <>
      {takes && <AskForm />}
      <div className="mt-4" aria-live="polite" aria-relevant="additions">
        <Shown state={state} what="提问" onRetry={() => void store.load()} skeleton={<CardSkeleton lines={4} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                drawing="message"
                title="还没有提问"
                text={takes ? '第一个提问，请主讲人解答。' : '这门课没有留下提问。'}
              />
            ) : (
              <ul>
                {rows.map((question) => (
                  <Row key={question.questionId} question={question} isHost={own?.isHost === true} now={now} />
                ))}
              </ul>
            )
          }
        </Shown>
      </div>
      <Toaster />
    </>
  )
}
