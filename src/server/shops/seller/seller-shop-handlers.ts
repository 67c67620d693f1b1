import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import type { Handlers } from '../../handler.ts'
import { sellerShop } from './seller-shop.ts'
import { sellerShopSave } from './seller-shop-save.ts'
import { serviceCapabilitiesAssign } from './service-capabilities-assign.ts'
import { shopCapabilitiesSave } from './shop-capabilities-save.ts'
import { shopClose } from './shop-close.ts'
import { shopGlance } from './shop-glance.ts'
import { shopPictureAdd } from './shop-picture-add.ts'
import { shopPictureDelete } from './shop-picture-delete.ts'
import { shopPictureOrder } from './shop-picture-order.ts'
import { shopPictureUpdate } from './shop-picture-update.ts'
import { shopPictures } from './shop-pictures.ts'
import { shopQualificationDelete } from './shop-qualification-delete.ts'
import { shopQualificationSave } from './shop-qualification-save.ts'
import { shopQualifications } from './shop-qualifications.ts'
import { taggedServices } from './tagged-services.ts'

type ForSellers = typeof sellerShopCalls &
  Omit<typeof qualificationsCalls, 'qualificationReview' | 'qualificationReviews'>

/** What a seller does with the own shop. */
export const sellerShopHandlers: Handlers<ForSellers> = {
  sellerShop,
  sellerShopSave,
  serviceCapabilitiesAssign,
  shopCapabilitiesSave,
  shopClose,
  shopGlance,
  shopPictureAdd,
  shopPictureDelete,
  shopPictureOrder,
  shopPictureUpdate,
  shopPictures,
  shopQualificationDelete,
  shopQualificationSave,
  shopQualifications,
  taggedServices,
}
