import type { documentsCalls } from '../../../contract/orders/documents.ts'
import type { Handlers } from '../../handler.ts'
import { buyerOrderContract, sellerOrderContract } from './order-contract.ts'
import {
  buyerOrderFileDelete,
  sellerOrderFileDelete,
  buyerOrderFileSave,
  sellerOrderFileSave,
  buyerOrderDocuments,
  sellerOrderDocuments,
} from './order-documents.ts'
import { buyerOrdersSheet, sellerOrdersSheet } from './orders-sheet.ts'

export const documentsHandlers: Handlers<typeof documentsCalls> = {
  buyerOrderDocuments,
  sellerOrderDocuments,
  buyerOrderFileSave,
  sellerOrderFileSave,
  buyerOrderFileDelete,
  sellerOrderFileDelete,
  buyerOrderContract,
  sellerOrderContract,
  buyerOrdersSheet,
  sellerOrdersSheet,
}
