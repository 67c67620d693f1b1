import type { Declaration } from '../../contract/projects/declarations.ts'
import { yuan } from '../../domain/money.ts'
import { declarationEvents, declarationStepLabels } from '../../domain/projects/declaration-states.ts'
import { dateTime, dayRange, monthMinute } from '../../domain/time.ts'
import { Timeline } from '../../ui/navigation/Timeline.tsx'
import { FactList } from '../FactList.tsx'

const sum = (fen: number | null) => (fen === null ? '' : `¥${yuan(fen)}`)

/** Content of a declaration. */
export const DeclarationContent = ({ row }: { row: Declaration }) => (
  <FactList
    facts={[
      { label: '项目名称', value: row.title, wide: true },
      { label: '内容与目标', value: <span className="whitespace-pre-wrap">{row.summary || '--'}</span>, wide: true },
      { label: '申请金额', value: sum(row.amount) },
      { label: '自筹资金', value: sum(row.ownFunds) },
      { label: '实施期', value: dayRange(row.startOn, row.endOn) },
      { label: '联系人', value: [row.contactName, row.contactMobile].filter(Boolean).join('，') },
      { label: '提交时间', value: row.submittedAt === null ? '' : dateTime(row.submittedAt) },
      {
        label: '申报材料',
        wide: true,
        value:
          row.files.length === 0 ? (
            '--'
          ) : (
            <ul className="space-y-1">
              {row.files.map(({ fileId, name, url }) => (
                <li key={fileId}>
                  <a
                    href={url}
                    target="_blank"
                    rel="noopener"
                    className="text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ),
      },
    ]}
  />
)

const wordOf = (name: string) => {
  const event = declarationEvents.find((each) => each === name)
  return event === undefined ? name : declarationStepLabels[event]
}

/** History of a declaration, newest first. */
export const DeclarationSteps = ({ history }: { history: Declaration['history'] }) =>
  history.length === 0 ? (
    <p className="text-ink-3">提交后的每一步会记录在这里。</p>
  ) : (
    <Timeline
      entries={history.toReversed().map(({ event, by, reason, at }, index) => ({
        tone: index === 0 ? 'go' : 'mute',
        title: wordOf(event),
        note: [by, reason].filter(Boolean).join('：'),
        iso: at,
        time: monthMinute(at),
      }))}
    />
  )
