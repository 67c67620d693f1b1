import type { HostedClass } from '../../contract/live/hosting.ts'
import { changeLabels } from '../../domain/change-states.ts'
import { classChanges } from '../../domain/live/class-changes.ts'
import { classKindLabels, classLabels, phaseLabels } from '../../domain/live/classes.ts'
import { links } from '../../domain/links.ts'
import { monthMinute } from '../../domain/time.ts'
import * as editor from '../../stores/live/class-form.ts'
import { cancelling, dropChange } from '../../stores/live/hosted.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { ChangeNotice } from '../ChangeNotice.tsx'
import { copyText } from '../copy-text.ts'

/** One class of the shop, with what may be done to it now. */
export const HostedClassCard = ({ row, who }: { row: HostedClass; who: number }) => {
  const { classId, title, status, phase, stream, change } = row
  const isOut = status === 'published' || status === 'cancelled'
  const toCome = status !== 'cancelled' && (phase === 'soon' || !isOut)
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-surface p-4">
      <Picture figure={row.figure} className="aspect-[16/10] w-40 shrink-0 self-start rounded-md max-md:hidden" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          <StateBadge {...(status === 'published' ? phaseLabels[phase] : classLabels[status])} form="tint" />
          {change !== null && <StateBadge {...changeLabels[change.status]} form="tint" />}
          <span>{classKindLabels[row.kind]}</span>
          <span className="tabular-nums">{monthMinute(row.startsAt)}</span>
        </p>
        <h2 className="mt-1 text-lg font-medium">{title}</h2>
        <p className="text-sm text-ink-2">
          {row.speaker}，{row.bookedCount}
          {row.capacity > 0 && ` / ${row.capacity}`} 人预约，{row.watchedCount} 人看过，{row.favouriteCount} 人收藏
        </p>
        {row.reason !== '' && (
          <p className="mt-1 text-sm text-ink-2">
            {status === 'cancelled' ? '取消说明' : '驳回原因'}：{row.reason}
          </p>
        )}
        {status === 'published' && phase !== 'over' && stream !== '' && (
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
              drop={() => dropChange(classId)}
              of={title}
            >
              <span>改动：{classChanges(row, change)}</span>
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
                onClick={() => editor.open(row, who)}
                aria-label={`修改：${title}`}
              >
                修改
              </Button>
              <Button
                size="sm"
                className="max-md:h-11"
                onClick={() => cancelling.open(row)}
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
