// Operations on content, which share a transaction: `(tx, actor, input)`.
export { updateGlobalStyles } from './appearance/global-styles/index.js'
export type { NewTemplate } from './appearance/templates/index.js'
export { activateTheme } from './appearance/themes/index.js'
export {
  arrangeSidebar,
  createWidget,
  deactivateWidget,
  deleteWidget,
  updateWidget,
} from './appearance/widgets/index.js'
export {
  type CheckedComment,
  type CommentChanges,
  type CommentInput,
  type CommentTarget,
  createComment,
  deleteComment,
  type NewComment,
  restoreComment,
  trashComment,
  updateComment,
} from './content/comments/index.js'
export {
  attachFile,
  deleteMedia,
  type FileToAttach,
  type MediaInput,
  type NewFile,
  updateMedia,
} from './content/media/index.js'
export {
  assignMenuLocations,
  createMenu,
  createMenuItem,
  deleteMenu,
  deleteMenuItem,
  updateMenu,
  updateMenuItem,
} from './content/menus/index.js'
export { writeMeta } from './content/meta/index.js'
export {
  createPost,
  deletePost,
  type NewPost,
  type PostChanges,
  type PostInput,
  type PostTarget,
  publishDuePost,
  type SlugRequest,
  trashPost,
  uniqueSlug,
  updatePost,
} from './content/posts/index.js'
export { autosavePost, deleteRevision, restoreRevision } from './content/revisions/index.js'
export {
  createTerm,
  deleteTerm,
  type NewTerm,
  type TermChanges,
  type TermInput,
  type TermTarget,
  updateTerm,
} from './content/terms/index.js'
export {
  createApplicationPassword,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from './people/application-passwords/index.js'
export { attemptSignIn, type SignInInput } from './people/sessions/index.js'
export {
  createUser,
  deleteUser,
  freeUserSlug,
  hashPassword,
  type NewUser,
  type UserChanges,
  type UserDeletion,
  type UserInput,
  updateUser,
} from './people/users/index.js'
export { updateSettings } from './server/settings/index.js'
