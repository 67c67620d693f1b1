import { useStore } from '@nanostores/react'
import type { HostedClass } from '../../contract/live/hosting.ts'
import { changeLabels } from '../../domain/change-states.ts'
import { links } from '../../domain/links.ts'
import { describeClassChanges } from '../../domain/live/class-changes.ts'
import {
  classKindLabels,
  classLabels,
  classPhaseLabels,
  isClassPublished,
  isClassCancelled,
  isClassInReview,
  wasClassPublished,
} from '../../domain/live/classes.ts'
import { monthMinute } from '../../domain/time.ts'
import * as editor from '../../stores/live/hosted-classes.ts'
import { classCancellation, discardClassChange, hostedClasses } from '../../stores/live/hosted-classes.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Picture } from '../../ui/picture/Picture.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { ChangeNotice } from '../review/ChangeNotice.tsx'
import { FilteredList } from '../list/FilteredList.tsx'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { copyText } from '../copy-text.ts'
import { ClassForm } from './ClassForm.tsx'

/** A class of the shop with its available actions. */
const HostedClassCard = ({ row, who }: { row: HostedClass; who: number }) => {
  const { classId, title, status, phase, stream, change } = row
  const isOut = wasClassPublished(status)
  const toCome = !isClassCancelled(status) && (phase === 'soon' || !isOut)
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-surface p-4">
      <Picture figure={row.figure} className="aspect-[16/10] w-40 shrink-0 self-start rounded-md max-md:hidden" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          <StateBadge {...(isClassPublished(status) ? classPhaseLabels[phase] : classLabels[status])} form="tint" />
          {change !== null && <StateBadge {...changeLabels[change.status]} form="tint" />}
          <span>{classKindLabels[row.kind]}</span>
          <span className="tabular-nums">{monthMinute(row.startsAt)}</span>
        </p>
        <h2 className="mt-1 text-lg font-medium">{title}</h2>
        <p className="text-sm text-ink-2">
          {row.speaker}，{row.bookedCount}
          {row.capacity > 0 && ` / ${row.capacity}`} 人预约，{row.watchedCount} 人观看，{row.favouriteCount} 人收藏
        </p>
        {row.reason !== '' && (
          <p className="mt-1 text-sm text-ink-2">
            {isClassCancelled(status) ? '取消说明' : '驳回原因'}：{row.reason}
          </p>
        )}
        {isClassPublished(status) && phase !== 'over' && stream !== '' && (
          <p className="mt-1 text-sm text-ink-3">
            推流码 <code className="break-all text-ink-2">{stream}</code>
            <button
              type="button"
              className="ml-2 text-accent hover:underline max-md:min-h-11"
              onClick={() => void copyText(stream, '推流码')}
            >
              复制
            </button>
          </p>
        )}
        {change !== null && (
          <div className="mt-3">
            <ChangeNotice
              change={change}
              afterwards={`审核通过后更新${change.startsAt === row.startsAt ? '' : '，并通知已预约的人'}`}
              drop={() => discardClassChange(classId)}
              of={title}
            >
              <span>改动：{describeClassChanges(row, change)}</span>
            </ChangeNotice>
          </div>
        )}
        <p className="mt-3 flex flex-wrap gap-2">
          {isOut && (
            <LinkButton
              size="sm"
              kind={row.openQuestions > 0 ? 'outline' : 'plain'}
              className="max-md:h-11"
              href={links.liveClass(classId)}
              aria-label={`${row.openQuestions > 0 ? `解答 ${row.openQuestions} 条提问` : '查看'}：${title}`}
            >
              {row.openQuestions > 0 ? `解答 ${row.openQuestions} 条提问` : '查看'}
            </LinkButton>
          )}
          {toCome && (
            <>
              <Button
                size="sm"
                className="max-md:h-11"
                onClick={() => editor.openClassForm(row, who)}
                aria-label={`修改：${title}`}
              >
                修改
              </Button>
              <Button
                size="sm"
                className="max-md:h-11"
                onClick={() => classCancellation.open(row)}
                aria-label={`取消课程：${title}`}
              >
                取消课程
              </Button>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** Reason for cancelling a class, shown to those who booked it. */
const CancelClassDialog = () => {
  const now = useStore(classCancellation.state)
  if (now === null) return null
  const { title, bookedCount } = now.subject
  return (
    <ReasonDialog
      open
      title="取消课程"
      text={`“${title}”有 ${bookedCount} 人预约，取消后会通知他们。`}
      label="取消说明"
      hint="已预约的人会看到"
      maxLength={100}
      confirm="取消课程"
      busy={now.sending}
      failure={now.failure}
      onCancel={classCancellation.close}
      onConfirm={(reason) => void classCancellation.submit(reason).then((done) => done && toast.success('课程已取消'))}
    />
  )
}

/** 店铺课程: classes of the own shop. */
export const HostedClasses = ({ search, who }: { search: string; who: number }) => {
  const add = () => editor.openClassForm(null, who)
  const saved = ({ status, changeWaits }: editor.SavedClass) => {
    if (changeWaits) toast.success('修改已提交审核，通过前公开页面仍为原内容')
    else toast.success(isClassInReview(status) ? '已提交审核' : '已发布到直播课堂')
    void hostedClasses.load()
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">店铺课程</h1>
        <Button kind="main" onClick={add}>
          发布课程
        </Button>
      </div>
      <FilteredList
        list={hostedClasses}
        search={search}
        what="课程"
        permission="meeting"
        placeholder="课程或主讲人"
        tabs={{ label: '课程状态', labelOf: (status) => classLabels[status] }}
        skeleton={<CardSkeleton lines={3} />}
        empty={
          <EmptyState title="暂无课程" text="发布一门直播课，让买家了解您的技术与项目。">
            <Button kind="main" onClick={add}>
              发布课程
            </Button>
          </EmptyState>
        }
      >
        {({ data }) => (
          <ul className="space-y-3">
            {data.map((row) => (
              <HostedClassCard key={row.classId} row={row} who={who} />
            ))}
          </ul>
        )}
      </FilteredList>
      <ClassForm onSaved={saved} />
      <CancelClassDialog />
      <Toaster />
    </>
  )
}
