import type { Db } from '../../../db/open.ts'
import { takeNumber } from '../../platform/numbers/take-number.ts'

/** Gateways accept only letters and digits in numbers. */
const withoutHyphen = ({ id, no }: { id: number; no: string }) => ({ id, no: no.replace('-', '') })

export const takePaymentNo = async (tx: Db) => withoutHyphen(await takeNumber(tx, 'payments', 'P'))
export const takeRefundNo = async (tx: Db) => withoutHyphen(await takeNumber(tx, 'refunds', 'R'))
export const takePayoutNo = async (tx: Db) => withoutHyphen(await takeNumber(tx, 'payouts', 'S'))
