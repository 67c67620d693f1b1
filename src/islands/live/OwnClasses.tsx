import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { OwnClassRow } from '../../contract/live/classes.ts'
import { classKindLabels, classPhaseLabels } from '../../domain/live/classes.ts'
import { links } from '../../domain/links.ts'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/live/own-classes.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Picture } from '../../ui/picture/Picture.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { ListFrame } from '../list/ListFrame.tsx'

const tabs = [
  { key: 'joined', label: '全部' },
  { key: 'booked', label: '已预约' },
  { key: 'watched', label: '已观看' },
] as const

/** Text of the user's own data of a class. */
const ownWords = ({ seconds, points, booked }: OwnClassRow): string =>
  seconds > 0
    ? `已看 ${Math.max(1, Math.floor(seconds / 60))} 分钟，获得 ${points} 积分`
    : booked
      ? '已预约，尚未观看'
      : '尚未观看'

type CardProps = { row: OwnClassRow; favourites: boolean; onEnd: () => void }
const ClassCard = ({ row, favourites, onEnd }: CardProps) => {
  const ends = favourites || (row.booked && row.phase === 'soon' && !row.cancelled)
  const word = favourites ? '取消收藏' : '取消预约'
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-surface p-4">
      <Picture figure={row.figure} className="aspect-[16/10] w-40 shrink-0 self-start rounded-md max-md:hidden" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          {row.cancelled ? (
            <StateBadge tone="mute" label="已取消" form="tint" />
          ) : (
            <StateBadge {...classPhaseLabels[row.phase]} form="tint" />
          )}
          <span>{classKindLabels[row.kind]}</span>
          <span className="tabular-nums">{monthMinute(row.startsAt)}</span>
        </p>
        <h2 className="mt-1 text-lg font-medium">
          <a href={links.liveClass(row.classId)} className="hover:text-accent max-md:inline-block max-md:min-h-11">
            {row.title}
          </a>
        </h2>
        <p className="text-sm text-ink-2">
          {row.speaker} <span className="text-ink-3">{row.speakerTitle}</span>
        </p>
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <span className="text-sm text-ink-2">{ownWords(row)}</span>
          {ends && (
            <Button size="sm" className="max-md:h-11" onClick={onEnd} aria-label={`${word}：${row.title}`}>
              {word}
            </Button>
          )}
        </p>
      </div>
    </li>
  )
}

/** 我的课程 (booked and watched), or 收藏课程 (favourites). */
export const OwnClasses = ({ search, favourites = false }: { search: string; favourites?: boolean }) => {
  const list = favourites ? store.favouriteClasses : store.joinedClasses
  const state = useStore(list.rows)
  const query = useStore(list.query) ?? store.parseOwnClassesQuery(new URLSearchParams(search), favourites)
  useEffect(() => list.start(), [list])
  const end = (row: OwnClassRow) =>
    void list.end(row).then((fault) => {
      if (fault === undefined) toast.success(favourites ? '已取消收藏' : '已取消预约')
      else toast.error(fault)
    })
  return (
    <>
      <h1 className={`text-2xl font-semibold ${favourites ? 'mb-4' : 'mb-2'}`}>
        {favourites ? '收藏课程' : '我的课程'}
      </h1>
      <ListFrame
        state={state}
        what="课程"
        onRetry={() => void list.load()}
        tabs={
          favourites
            ? undefined
            : {
                label: '课程',
                tabs,
                current: query.part,
                onChange: (key) => list.choose({ part: store.ownParts.find((part) => part === key) ?? 'joined' }),
              }
        }
        skeleton={<CardSkeleton lines={3} />}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => list.choose({ current }) }}
        empty={
          <EmptyState
            title={favourites ? '暂无收藏的课程' : '暂无课程'}
            text={
              favourites ? '在课程页点击收藏，之后可以从这里找到。' : '预约或看过的课程会列在这里，看课还能得积分。'
            }
          >
            <LinkButton kind="main" href={links.live()}>
              去直播课堂
            </LinkButton>
          </EmptyState>
        }
      >
        {({ data }) => (
          <ul className="space-y-3">
            {data.map((row) => (
              <ClassCard key={row.classId} row={row} favourites={favourites} onEnd={() => end(row)} />
            ))}
          </ul>
        )}
      </ListFrame>
      <Toaster />
    </>
  )
}
