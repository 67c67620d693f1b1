import { user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const followsCalls = {
  follows: notBuilt('/sys/user/follow/new/list-page', user),
  followSave: notBuilt('/sys/user/follow/new/save', user),
  followCancel: notBuilt('/sys/user/follow/new/cancel', user),
  favourites: notBuilt('/user-center/follow/list-page', user),
  favouriteSave: notBuilt('/user-center/follow/save', user),
  favouritesDelete: notBuilt('/user-center/follow/delete2', user),
  favouriteDelete: notBuilt('/user-center/follow/delete', user),
}
