/** Actions that need a second operator, as named on pages. */
export const approvalActions = { companySuspend: '停用企业' } as const satisfies Readonly<Record<string, string>>
export type ApprovalAction = keyof typeof approvalActions

/** Days after which a request that nobody confirmed is over. */
export const approvalDays = 3
