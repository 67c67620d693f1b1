import { useStore } from '@nanostores/react'
import { classKindLabels, classTopicLabels, classTransitions } from '../../domain/live/classes.ts'
import { dateTime } from '../../domain/time.ts'
import { next } from '../../domain/transition.ts'
import * as store from '../../stores/live/class-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { FactList } from '../FactList.tsx'

/** One class as its host wrote it, and the decision. */
export const ClassReviewDialog = () => {
  const now = useStore(store.open)
  if (now === null) return null
  const { row, reason, fault, sending, failure } = now
  const decides = next(classTransitions, row.status, 'pass', 'operator') !== undefined
  const decide = (event: 'pass' | 'reject') =>
    void store.decide(event).then((done) => done && toast.good(event === 'pass' ? '已通过' : '已驳回'))
  return (
    <Dialog
      open
      onClose={store.close}
      title={decides ? '审核课程' : '课程'}
      width="md"
      actions={
        decides ? (
          <>
            <Button busy={sending} onClick={() => decide('reject')}>
              驳回
            </Button>
            <Button kind="main" busy={sending} onClick={() => decide('pass')}>
              通过
            </Button>
          </>
        ) : (
          <Button onClick={store.close}>关闭</Button>
        )
      }
    >
      <div className="space-y-4">
        {failure && <Notice tone="bad" title={failure.message} />}
        <FactList
          columns={1}
          facts={[
            { label: '课程', value: row.title },
            { label: '主办方', value: row.host.name },
            { label: '类型', value: classKindLabels[row.kind] },
            { label: '领域', value: row.topics.map((topic) => classTopicLabels[topic]).join('、') },
            { label: '时间', value: `${dateTime(row.startsAt)} 至 ${dateTime(row.endsAt)}` },
            { label: '主讲人', value: `${row.speaker}，${row.speakerTitle}` },
            { label: '主讲人介绍', value: row.speakerAbout },
            { label: '简介', value: row.summary },
            { label: '课程内容', value: row.outline.split('\n').join('；') },
            ...(row.reason === '' ? [] : [{ label: '说明', value: row.reason }]),
          ]}
        />
        {decides && (
          <Textarea
            label="驳回原因"
            rows={3}
            maxLength={200}
            typed={reason.length}
            hint="驳回时必填，主讲方将看到"
            error={fault === '' ? undefined : fault}
            value={reason}
            onChange={(event) => store.setReason(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}
