/** What was measured beside its goal in the quality figures. */
export interface Goal {
  readonly measured: number
  readonly goal: number
  readonly unit: string
  /** The goal is a bound: less is better. */
  readonly isBound?: boolean
}

/** Goals in words: whether each is reached, or by how much it is missed. */
export const goalText = (goals: readonly Goal[]): string =>
  `goal ${goals
    .map(({ measured, goal, unit, isBound = false }) => {
      const isReached = isBound ? measured <= goal : measured >= goal
      const missed = Math.round((Math.abs(measured - goal) / goal) * 100)
      return `${goal.toLocaleString('en')}${unit} ${isReached ? 'reached' : `missed by ${missed} %`}`
    })
    .join(', ')}`
