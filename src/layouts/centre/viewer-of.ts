import type { Viewer } from '../../islands/accounts/AccountInfo.tsx'

/** Of the person who looks at a centre, what its account pages go by. */
export const viewerOf = (viewer: App.Locals['viewer']): Viewer => ({
  userId: viewer?.userId ?? 0,
  hasCompany: typeof viewer?.companyId === 'number',
  mayShow: viewer?.permissions.has('corporate_show') === true,
  mayCredit: viewer?.permissions.has('corporate_credit') === true,
})
