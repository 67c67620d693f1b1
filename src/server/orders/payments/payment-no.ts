import type { Db } from '../../../db/open.ts'
import { takeNumber } from '../../operations/public.ts'

/** Gateways take letters and digits in a number, nothing else. */
const plain = ({ id, no }: { id: number; no: string }) => ({ id, no: no.replace('-', '') })

export const takePaymentNo = async (tx: Db) => plain(await takeNumber(tx, 'payments', 'P'))
export const takeRefundNo = async (tx: Db) => plain(await takeNumber(tx, 'refunds', 'R'))
