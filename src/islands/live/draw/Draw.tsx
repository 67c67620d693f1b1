import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DrawRound } from '../../../contract/live/draws.ts'
import { formatChance, roundLabels } from '../../../domain/live/draw.ts'
import { links } from '../../../domain/links.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/live/draw.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { goodsIllustrations } from '../../../ui/picture/mark-names.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

/** Result of a draw: the prize with a link to claim it, or a blank. */
const DrawResult = () => {
  const taking = useStore(store.drawAttempt)
  if (taking.at === 'failed') {
    const lost = taking.failure.code === 0
    return (
      <Dialog
        open
        width="sm"
        onClose={store.closeDrawResult}
        title={lost ? '未收到结果' : '本次抽奖未完成'}
        text={lost ? '网络中断，结果可能已经产生。再次点击将取回同一结果，不重复扣积分。' : taking.failure.message}
        actions={
          <Button kind="main" onClick={store.closeDrawResult}>
            知道了
          </Button>
        }
      />
    )
  }
  if (taking.at !== 'drawn') return null
  const { prize, entryNo, balance } = taking.taken
  return (
    <Dialog
      open
      width="sm"
      onClose={store.closeDrawResult}
      title={prize === null ? '本次未中奖' : '抽中奖品'}
      text={`编号 ${entryNo}，积分余额 ${balance.toLocaleString('en-US')}。本期结束后可以验证这个结果。`}
      actions={
        <>
          <Button onClick={store.closeDrawResult}>{prize === null ? '知道了' : '继续'}</Button>
          {prize !== null && (
            <LinkButton kind="main" href={links.luckDrawAwards()}>
              去领取
            </LinkButton>
          )}
        </>
      }
    >
      {prize !== null && (
        <div className="overflow-hidden rounded-lg border border-line">
          <Picture
            figure={goodsIllustrations.find((known) => known === prize.figure) ?? 'kit'}
            className="h-40 w-full"
          />
          <p className="border-t border-line p-3 font-medium">
            {prize.name}
            <span className="block text-sm font-normal text-ink-3">{prize.note}</span>
          </p>
        </div>
      )}
    </Dialog>
  )
}

const Prizes = ({ round }: { round: DrawRound }) => (
  <ul className="grid grid-cols-2 gap-3 desk:grid-cols-4">
    {round.prizes
      .filter(({ isPrize }) => isPrize)
      .map(({ prizeId, name, figure, left, stock }) => (
        <li key={prizeId} className="overflow-hidden rounded-lg border border-line">
          <Picture figure={goodsIllustrations.find((known) => known === figure) ?? 'kit'} className="h-32 w-full" />
          <div className="border-t border-line p-3">
            <p className="two-lines font-medium">{name}</p>
            <p className="mt-1 flex flex-wrap justify-between gap-x-2 text-sm text-ink-3">
              <span>概率 {formatChance(round.prizes, prizeId)}</span>
              <span>
                剩余 {left.toLocaleString('en-US')} / {stock.toLocaleString('en-US')}
              </span>
            </p>
          </div>
        </li>
      ))}
  </ul>
)

/** Reason why the user cannot draw now; empty if possible. */
function obstacle(round: DrawRound, used: number, balance: number): string {
  if (round.phase === 'soon') return `${monthMinute(round.opensAt)} 开始`
  if (round.phase === 'ended') return '本期已结束，结果与种子已公布'
  if (used >= round.perPerson) return '本期的次数已用完'
  return balance < round.cost ? `还差 ${round.cost - balance} 积分，观看课程即可获得` : ''
}

type OwnPart = { round: DrawRound; balance: number; used: number }
const Stage = ({ round, balance, used }: OwnPart) => {
  const taking = useStore(store.drawAttempt)
  const why = obstacle(round, used, balance)
  return (
    <section className="rounded-lg border border-line bg-surface p-4 desk:p-6" aria-label={round.title}>
      <div className="flex flex-wrap items-center gap-3">
        <StateBadge {...roundLabels[round.phase]} form="tint" />
        <h2 className="text-xl font-semibold">{round.title}</h2>
        <a
          href={links.luckDrawCurrent()}
          className="ml-auto inline-flex min-h-11 items-center text-accent hover:underline desk:min-h-0"
        >
          概率与验证方法
        </a>
      </div>
      <div className="mt-4">
        <Prizes round={round} />
      </div>
      <div className="mt-6 flex flex-col items-center gap-2">
        <Button
          kind="main"
          size="xl"
          className="min-w-60"
          disabled={why !== ''}
          busy={taking.at === 'drawing'}
          onClick={() => void store.takeDraw(round.roundId)}
        >
          {taking.at === 'drawing' ? '正在抽奖' : `抽一次（${round.cost} 积分）`}
        </Button>
        <p className="text-sm text-ink-3" role="status">
          {why !== '' ? why : `本期还可抽 ${round.perPerson - used} 次`}
        </p>
      </div>
    </section>
  )
}

/** 幸运抽奖: current round, balance, own draws. */
export const Draw = () => {
  const state = useStore(store.drawState)
  useEffect(() => void store.loadDraw(), [])
  return (
    <>
      <AsyncContent
        state={state}
        what="抽奖"
        onRetry={() => void store.loadDraw()}
        skeleton={<CardSkeleton lines={10} className="min-h-[480px]" />}
        frame={cardFrame}
      >
        {({ round, own }) =>
          round === null ? (
            cardFrame(
              <EmptyState title="暂无抽奖" text="新一期公布后显示在这里，可先观看课程积累积分。">
                <LinkButton kind="main" href={links.live()}>
                  观看课程
                </LinkButton>
              </EmptyState>,
            )
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_304px] desk:gap-6">
              <Stage round={round} balance={own.balance} used={own.used} />
              <aside className="space-y-4" aria-label="我的积分与抽奖">
                <section className="rounded-lg border border-line bg-surface p-4 desk:p-6">
                  <h2 className="text-ink-3">我的积分</h2>
                  <p className="text-3xl font-semibold tabular-nums">{own.balance.toLocaleString('en-US')}</p>
                  <div className="mt-4 flex flex-col gap-2">
                    <LinkButton href={links.live()} className="max-md:h-11">
                      观看课程
                    </LinkButton>
                    <LinkButton href={links.buyerLiveScore()} className="max-md:h-11">
                      积分明细
                    </LinkButton>
                  </div>
                </section>
                <section className="rounded-lg border border-line bg-surface p-4 desk:p-6">
                  <h2 className="font-semibold">我在本期的抽奖</h2>
                  {own.entries.length === 0 ? (
                    <p className="mt-2 text-ink-3">暂无抽奖记录。</p>
                  ) : (
                    <ul className="mt-2 divide-y divide-line">
                      {own.entries.map(({ entryNo, prizeName, won, at }) => (
                        <li key={entryNo} className="py-2">
                          <p className={won ? 'font-medium text-accent' : ''}>
                            编号 {entryNo}，{prizeName}
                          </p>
                          <time dateTime={at} className="text-sm text-ink-3">
                            {dateTime(at)}
                          </time>
                        </li>
                      ))}
                    </ul>
                  )}
                </section>
              </aside>
            </div>
          )
        }
      </AsyncContent>
      <DrawResult />
    </>
  )
}
