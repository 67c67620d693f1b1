/** The demo accounts (design, "Demo accounts"), by role. */
export const accounts = [
  'buyer',
  'buyer2',
  'seller',
  'seller2',
  'seller3',
  'person',
  'service',
  'service2',
  'sub',
  'ops',
  'reviewer',
  'editor',
  'support',
  'finance',
  'risk',
] as const
export type Account = (typeof accounts)[number]
export const demoPassword = 'Demo@2026'
