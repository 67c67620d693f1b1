/** Reasons of score entries: ways to earn and to spend points. */
export const scoreReasons = ['watch', 'attend', 'answered', 'draw'] as const
export type ScoreReason = (typeof scoreReasons)[number]
export const scoreReasonLabels: Readonly<Record<ScoreReason, string>> = {
  watch: '观看课程',
  attend: '预约并到课',
  answered: '提问获得解答',
  draw: '参与抽奖',
}

/** One point per full minute watched, up to a maximum per class. */
export const watchRule = { secondsAPoint: 60, mostAClass: 30 } as const
/** Points for watching a booked class live for at least `afterSeconds`. */
export const attendRule = { points: 5, afterSeconds: 20 } as const
/** Points for the first question per class that the host answers. */
export const answeredRule = { points: 3 } as const

/** Points for watching one class for this many seconds. */
export const watchPoints = (seconds: number): number =>
  Math.min(Math.floor(seconds / watchRule.secondsAPoint), watchRule.mostAClass)

/** Rules as displayed to users. */
export const scoreRules: readonly { readonly reason: ScoreReason; readonly rule: string; readonly points: string }[] = [
  {
    reason: 'watch',
    points: '+1',
    rule: `登录后观看直播或回放，每看满 ${watchRule.secondsAPoint / 60} 分钟得 1 分，每课最多 ${watchRule.mostAClass} 分。暂停不计，同时打开多个窗口只计一个。`,
  },
  {
    reason: 'attend',
    points: `+${attendRule.points}`,
    rule: `开课前预约，并在直播期间观看满 ${attendRule.afterSeconds} 秒，每课一次。`,
  },
  {
    reason: 'answered',
    points: `+${answeredRule.points}`,
    rule: '在课堂提问并获得主讲方解答，每课一次。',
  },
  { reason: 'draw', points: '按期次', rule: '每次抽奖扣除该期规定的积分。积分不能兑换现金，也不能转让。' },
]
