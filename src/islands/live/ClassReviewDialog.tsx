import type { HostedClass } from '../../contract/live/hosting.ts'
import { changedParts, classParts, type ClassPart } from '../../domain/live/class-changes.ts'
import { awaitsVerdict, classFigures } from '../../domain/live/classes.ts'
import { orDashes } from '../../domain/masks.ts'
import { monthMinute } from '../../domain/time.ts'
import { review } from '../../stores/live/class-reviews.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { BeforeAfter } from '../BeforeAfter.tsx'
import { FactList } from '../FactList.tsx'
import { ReviewDialog } from '../ReviewDialog.tsx'
import { useNow } from '../use-now.ts'

/** One part of a class as operators read it; the cover is shown. */
function drawn({ isFigure }: ClassPart, value: string) {
  const figure = classFigures.find((each) => each === value)
  if (isFigure === true && figure !== undefined)
    return <Picture figure={figure} className="aspect-[16/10] w-32 rounded-md" />
  return <span className="whitespace-pre-wrap">{orDashes(value)}</span>
}
const fact = (part: ClassPart) => ({ label: part.label, value: drawn(part, part.value) })

/** What operators are to know of a change before they decide. */
const ChangeNotices = ({ row: { change, bookedCount, startsAt }, now }: { row: HostedClass; now: string }) => {
  if (change === null) return null
  if (Date.parse(change.startsAt) <= Date.parse(now))
    return (
      <Notice tone="act" title="修改后的开始时间已过，不能再通过">
        请驳回，由主讲方重新填写。
      </Notice>
    )
  const moved = change.startsAt !== startsAt && bookedCount > 0
  return (
    <Notice tone="act" title="已发布课程的修改">
      通过后公开内容随之更新{moved && `，并通知已预约的 ${bookedCount} 人`}；驳回则公开内容不变。课程于{' '}
      {monthMinute(startsAt)} 开始，此后修改作废。
    </Notice>
  )
}

/** A published class whose change waits: the old beside the new, and below what stays as it is. */
const Changed = ({ row, change }: { row: HostedClass; change: NonNullable<HostedClass['change']> }) => {
  const now = useNow()
  const changed = changedParts(row, change)
  const same = classParts(row).filter(({ label }) => !changed.some((part) => part.label === label))
  return (
    <>
      <ChangeNotices row={row} now={now} />
      <BeforeAfter
        parts={changed.map((part) => ({
          label: part.label,
          before: drawn(part, part.before),
          after: drawn(part, part.value),
        }))}
      />
      <section aria-label="没有改动的内容">
        <h3 className="mb-3 font-medium">没有改动的内容</h3>
        <FactList columns={1} facts={[{ label: '主办方', value: row.host.name }, ...same.map(fact)]} />
      </section>
    </>
  )
}

/** One class as its host wrote it, or what is to change of it, and the verdict. */
export const ClassReviewDialog = () => (
  <ReviewDialog review={review} title="课程" width="lg" waits={awaitsVerdict} reader="主讲方">
    {(row) =>
      row.change?.status === 'pending_review' ? (
        <Changed row={row} change={row.change} />
      ) : (
        <FactList
          columns={1}
          facts={[
            { label: '主办方', value: row.host.name },
            ...classParts(row).map(fact),
            ...(row.reason === '' ? [] : [{ label: '说明', value: row.reason }]),
          ]}
        />
      )
    }
  </ReviewDialog>
)
