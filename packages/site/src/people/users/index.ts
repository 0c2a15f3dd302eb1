// Users.
export { avatarImage, avatarUrls, avatarUrlsSchema } from './avatar-urls.js'
export { accountNotice } from './operations/account-notice.js'
export { checkUserInput } from './operations/check-user-input.js'
export { type ImportedUser, importUser } from './operations/import-user.js'
export { checkLengths, isTaken } from './operations/insert-user.js'
export type { UsersContent } from './operations/user-content.js'
export type { NewUser, UserChanges, UserDeletion, UserInput } from './operations/user-input.js'
export {
  createUser,
  deleteUser,
  hashPassword,
  updateUser,
  userDeleted,
  userSaved,
} from './operations/user-operations.js'
export { usersUrl } from './rest/user-view.js'
export { mayEditUser, mayGiveRoles, noSuchUser } from './rules/user-access.js'
export { authorsOf, publishedPosts, readAccounts, readUsers, typesWithAuthors } from './rules/user-rights.js'
export { shownLocale, type UsersConfig } from './user-options.js'
export { freeUserSlug } from './user-slugs.js'
export { usersFeature } from './users-feature.js'
