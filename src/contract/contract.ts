import { signInCalls } from './accounts/sign-in.ts'
import { profileCalls } from './accounts/profile.ts'
import { companiesCalls } from './accounts/companies.ts'
import { rolesCalls } from './accounts/roles.ts'
import { referenceCalls } from './reference/reference.ts'
import { demandsCalls } from './demands/demands.ts'
import { offersCalls } from './demands/offers.ts'
import { recordsCalls } from './demands/records.ts'
import { contentCalls } from './content/content.ts'
import { conversationsCalls } from './chat/conversations.ts'
import { messageCentreCalls } from './chat/message-centre.ts'
import { shopsCalls } from './shops/shops.ts'
import { followsCalls } from './shops/follows.ts'
import { productsCalls } from './catalogue/products.ts'
import { servicesCalls } from './catalogue/services.ts'
import { cartCalls } from './orders/cart.ts'
import { ordersCalls } from './orders/orders.ts'
import { addressesCalls } from './orders/addresses.ts'
import { projectsCalls } from './projects/projects.ts'

/** Every call of the product, by domain: the API's table of contents. */
export const contract = {
  accounts: { ...signInCalls, ...profileCalls, ...companiesCalls, ...rolesCalls },
  reference: { ...referenceCalls },
  demands: { ...demandsCalls, ...offersCalls, ...recordsCalls },
  content: { ...contentCalls },
  chat: { ...conversationsCalls, ...messageCentreCalls },
  shops: { ...shopsCalls, ...followsCalls },
  catalogue: { ...productsCalls, ...servicesCalls },
  orders: { ...cartCalls, ...ordersCalls, ...addressesCalls },
  projects: { ...projectsCalls },
}

export type Contract = typeof contract
export type Domain = keyof Contract
