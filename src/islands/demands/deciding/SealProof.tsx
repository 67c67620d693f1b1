import { useEffect, useState } from 'react'
import type { OfferView } from '../../../contract/demands/offer-view.ts'
import { monthMinute } from '../../../domain/time.ts'
import { verifyOfferHash } from '../../../stores/demands/deciding/verify-offer-hash.ts'
import type { HashVerification } from '../../../stores/verify-hash.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'

const words: Record<HashVerification, string> = {
  same: '指纹核对一致',
  different: '指纹不一致，请联系平台客服',
  cannot: '本页非加密连接，无法核对指纹',
}
const tones = { same: 'good', different: 'bad', cannot: 'mute' } as const

/** Result of recomputing a fingerprint in this browser; nothing before. */
export const HashState = ({ came }: { came: HashVerification | null }) =>
  came !== null && (
    <span className={`ml-2 inline-flex items-center gap-1 ${came === 'different' ? 'text-bad' : ''}`}>
      <StateShape tone={tones[came]} className="size-3" />
      {words[came]}
    </span>
  )

/** Seal of a version: opening time, and verification of its hash in this browser. */
export const SealProof = ({ offer }: { offer: OfferView }) => {
  const [came, setCame] = useState<HashVerification | null>(null)
  const { current, offerNo } = offer
  useEffect(() => {
    if (current.openedAt !== null) void verifyOfferHash(offerNo, current).then(setCame)
  }, [offerNo, current])
  if (current.openedAt === null) return null
  return (
    <p className="mt-1 text-xs font-normal text-ink-3" title={`SHA-256 ${current.hash}`}>
      密封，{monthMinute(current.openedAt)} 开启
      <HashState came={came} />
    </p>
  )
}
