import { session } from '../../stores/accounts/session.ts'
import { loadOwnDemand, ownDemand } from '../../stores/demands/own-demand.ts'

const part = (name: string) => document.querySelector<HTMLElement>(`[data-own-${name}]`)

const lines = {
  mine: '这是贵企业发布的需求。',
  offered: '贵企业已对这条需求报价。',
  uninvited: '贵企业未受邀请，不能报价；可先联系需求方。',
}

/** Adds to a cached page what depends on the user: the own demand, the own offer. */
export function startOwnDemand(): void {
  const page = document.querySelector<HTMLElement>('[data-demand]')
  const demandId = Number(page?.dataset['demand'])
  if (page === null || !(demandId > 0)) return
  ownDemand.subscribe((now) => {
    const mine = now.at === 'mine'
    const offered = now.at === 'offered'
    const offer = part('offer')
    const line = part('line')
    offer?.toggleAttribute('hidden', mine || now.at === 'uninvited')
    part('chat')?.toggleAttribute('hidden', mine)
    part('demand')?.toggleAttribute('hidden', !mine)
    if (offer !== null) offer.textContent = offered ? '查看或更新我的报价' : '去报价'
    if (line === null) return
    const text = now.at === 'unknown' || now.at === 'others' ? '' : lines[now.at]
    line.hidden = text === ''
    line.textContent = text
  })
  session.subscribe((now) => void loadOwnDemand(demandId, now.at === 'in' ? now.user : null))
}
