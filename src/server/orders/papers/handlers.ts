import type { papersCalls } from '../../../contract/orders/papers.ts'
import type { Handlers } from '../../handler.ts'
import { buyerOrderContract, sellerOrderContract } from './order-contract.ts'
import { buyerOrderFileDelete, sellerOrderFileDelete } from './order-file-delete.ts'
import { buyerOrderFileSave, sellerOrderFileSave } from './order-file-save.ts'
import { buyerOrderPapers, sellerOrderPapers } from './order-papers.ts'
import { buyerOrdersSheet, sellerOrdersSheet } from './orders-sheet.ts'

export const papersHandlers: Handlers<typeof papersCalls> = {
  buyerOrderPapers,
  sellerOrderPapers,
  buyerOrderFileSave,
  sellerOrderFileSave,
  buyerOrderFileDelete,
  sellerOrderFileDelete,
  buyerOrderContract,
  sellerOrderContract,
  buyerOrdersSheet,
  sellerOrdersSheet,
}
