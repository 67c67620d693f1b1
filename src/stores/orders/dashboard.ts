import { api } from '../../client/browser.ts'
import type { Dashboard } from '../../contract/orders/dashboards.ts'
import { loadable } from '../loadable.ts'
import type { Side } from '../../domain/sides.ts'

const dashboardPart = loadable<Dashboard>()
/** To-dos, statistics and payments of the open dashboard. */
export const dashboard = dashboardPart.state

let side: Side = 'buyer'

export const loadDashboard = (): Promise<void> =>
  dashboardPart.load(() => (side === 'buyer' ? api.orders.buyerDashboard({}) : api.orders.sellerDashboard({})))

/** Shows what the page came with; without it, or on the other side's dashboard, loads. */
export async function startDashboard(of: Side, first: Dashboard | null): Promise<void> {
  if (side !== of) dashboardPart.reset()
  side = of
  if (first === null) await loadDashboard()
  else dashboardPart.show(first)
}
