import { createRoot } from 'react-dom/client'
import { useStore } from '@nanostores/react'
import { useEffect, type SubmitEvent } from 'react'
import type { ClassQuestion } from '../../contract/live/watching.ts'
import { maxQuestionLength } from '../../domain/live/question-rules.ts'
import { ago } from '../../domain/time.ts'
import { promptLogin, session } from '../../stores/accounts/session.ts'
import { ownClass } from '../../stores/live/own-class.ts'
import * as store from '../../stores/live/questions.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { isComposing } from '../../ui/form/ime.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { useNow } from '../use-now.ts'

/** Question form; Enter submits, Shift+Enter inserts a line break. */
const AskForm = () => {
  const { text, sending, failure } = useStore(store.questionDraft)
  const send = () =>
    void store.submitQuestion().then((worked) => {
      if (worked) toast.success('已提问，主讲方解答后会通知您')
    })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (session.get().at === 'in') send()
    else promptLogin(send)
  }
  return (
    <form onSubmit={submit} className="space-y-3" aria-label="提问">
      {failure && failure.code !== 0 && failure.code !== 600 && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="我要提问"
        rows={2}
        maxLength={maxQuestionLength.question}
        typed={text.length}
        hint="所有观看者可见，姓名会隐去"
        value={text}
        onChange={(event) => store.setQuestionText(event.target.value)}
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

/** Answer form of the host. */
const AnswerForm = () => {
  const now = useStore(store.answerDraft)
  if (now === null) return null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void store.submitAnswer().then((worked) => worked && toast.success('已解答'))
  }
  return (
    <form onSubmit={submit} className="mt-3 space-y-3" aria-label="解答">
      {now.failure && <Notice tone="bad" title={now.failure.message} />}
      <Textarea
        label="解答"
        rows={3}
        maxLength={maxQuestionLength.answer}
        typed={now.text.length}
        value={now.text}
        onChange={(event) => store.setAnswerText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" kind="main" busy={now.sending}>
          发布解答
        </Button>
        <Button className="max-md:h-11" onClick={store.closeAnswer}>
          取消
        </Button>
      </div>
    </form>
  )
}

const Row = ({ question, isHost, now }: { question: ClassQuestion; isHost: boolean; now: string }) => {
  const answering = useStore(store.answerDraft)
  const { questionId, mine, text, answer, hidden, askedAt } = question
  const toggle = () =>
    void store.toggleQuestionHidden(question).then((fault) => fault !== undefined && toast.error(fault))
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
            <Button size="sm" kind="outline" className="max-md:h-11" onClick={() => store.openAnswer(question)}>
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

/** 课堂提问, as shown to every viewer; `takes`: whether questions can still be asked. */
const Questions = ({ classId, takes }: { classId: number; takes: boolean }) => {
  const state = useStore(store.questions)
  const own = useStore(ownClass)
  const now = useNow()
  useEffect(() => store.startQuestions(classId), [classId])
  return (
    <>
      {takes && <AskForm />}
      <div className="mt-4" aria-live="polite" aria-relevant="additions">
        <AsyncContent
          state={state}
          what="提问"
          onRetry={() => void store.loadQuestions()}
          skeleton={<CardSkeleton lines={4} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                drawing="message"
                title="暂无提问"
                text={takes ? '第一个提问，请主讲人解答。' : '本课程没有提问。'}
              />
            ) : (
              <ul>
                {rows.map((question) => (
                  <Row key={question.questionId} question={question} isHost={own?.isHost === true} now={now} />
                ))}
              </ul>
            )
          }
        </AsyncContent>
      </div>
      <Toaster />
    </>
  )
}

/** Mounts the questions of a class; loaded on play or when the user opens them. */
export function mountQuestions(place: HTMLElement, classId: number, takes: boolean): void {
  createRoot(place).render(<Questions classId={classId} takes={takes} />)
}
