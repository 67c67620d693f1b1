import type { Viewer } from '../../islands/accounts/profile/AccountInfo.tsx'

/** What account pages need to know of the viewer of a centre. */
export const viewerOf = (viewer: App.Locals['viewer']): Viewer => ({
  userId: viewer?.userId ?? 0,
  hasCompany: typeof viewer?.companyId === 'number',
  mayShow: viewer?.permissions.has('corporate_show') === true,
  mayControl: viewer?.permissions.has('page_control') === true,
  mayCredit: viewer?.permissions.has('corporate_credit') === true,
})
