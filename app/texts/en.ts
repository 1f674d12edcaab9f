import { section } from './language.ts'

// Everything the app says, in English; the other languages stand beside it, held to it by their type.
// A page loads the sections it imports from '#texts/<section>', and no others.

/** What stands on many screens: buttons, waiting, failing. */
export const common = section('common', {
  cancel: 'Cancel',
  close: 'Close',
  error: 'Error',
  success: 'Success',
  saving: 'Saving...',
  loading: 'Loading...',
  tryAgain: 'Try again',
  back: 'Back',
})

/** What parts of `app/ui` say by themselves. */
export const ui = section('ui', {
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  presentIcon: 'The present icon',
  gems: (_count: number): string => 'gems',
  less: (label: string, step: number) => `${label}: ${step} less`,
  more: (label: string, step: number) => `${label}: ${step} more`,
  notification: 'Notification',
  notifications: 'Notifications ({hotkey})',
  language: 'Language',
})

/** The frame around every screen. */
export const shell = section('shell', {
  skipToContent: 'Skip to content',
  toggleSidebar: 'Toggle sidebar',
  live: 'Live',
  asOf: (time: string) => `As of ${time}, reconnecting…`,
  accountOf: (name: string) => `Account of ${name}`,
  logOut: 'Log out',
  loggingOut: 'Logging out...',
  logoutFailed: 'Logout failed',
  pleaseTryAgain: 'Please try again',
  loadingFamily: 'Loading your family...',
  loadingBoard: 'Loading quest board...',
  loadingCalendar: 'Loading the calendar...',
  loadingGame: 'Loading the game...',
  notFound: 'Page Not Found',
  notFoundText: 'No screen answers to this address. Was its route left out of the router?',
  backToBubblequest: 'Back to Bubblequest',
  noFamily: 'No family yet',
  noFamilyText: 'This account does not belong to a family. Ask a parent of yours to add you.',
  nobody: 'Nobody here yet',
  nobodyText: 'This family has no members.',
  familyFailed: 'Your family did not load',
  whoIsHere: 'Who is here?',
  profileRemoved: 'The profile this device used was removed. Choose another one at the top of the page.',
  today: 'Today',
  nobodyOnWall: 'There is nobody whose day could be shown here.',
  profileRemovedOnWall: 'The profile this device used was removed. Leave the wall screen and choose another one.',
  missionControl: 'Mission Control',
  familyQuestBoard: 'Family Quest Board',
  createQuest: 'Create Quest',
  views: "Views of the family's quests",
  kanbanBoard: 'Kanban Board',
  calendarView: 'Calendar View',
  familyHub: 'Family Hub',
  manageFamily: 'Manage your family',
  dashboard: 'Dashboard',
  questBoard: 'Quest Board',
  rewardsStore: 'Rewards Store',
  achievements: 'Achievements',
  familyMembers: 'Family Members',
  settings: 'Settings',
  adminDashboard: 'Admin Dashboard',
  myBubble: 'My Bubble',
  bubbleOf: (name: string) => `${name}'s Bubble`,
  haveFun: "Let's have fun!",
  myQuests: 'My Quests',
  rewardStore: 'Reward Store',
  myGems: 'My Gems',
  stickerBook: 'Sticker Book',
  soon: 'Soon',
  comingSoon: (label: string) => `${label}: coming soon`,
  practiceDone: 'Practice done!',
  earned: (gems: number) => `You earned ${gems} gems!`,
  privacy: 'Privacy',
  whatBubblequestKnows: 'What Bubblequest knows',
})

/** When something went wrong, on any screen or before there is one. */
export const failure = section('failure', {
  unreachable: 'We could not reach Bubblequest. Check the connection and try again.',
  unreadable: 'Bubblequest answered in a way this page does not understand. Please reload it.',
  unexpected: 'Something went wrong on our side. Please try again.',
  outOfReach: 'Bubblequest is out of reach',
  triesByItself: 'This screen tries again by itself, every few seconds.',
  tryAgain: 'Try again',
  burst: 'This bubble burst',
  burstText: "Something on this page went wrong. Your family's quests are safe. Reload the page to go on.",
  reload: 'Reload the page',
})

/** The landing page. */
export const landing = section('landing', {
  signIn: 'Sign In',
  title: 'Transform family tasks into {adventures}',
  magicalAdventures: 'magical adventures',
  subtitle: 'Complete quests together, earn gems, unlock rewards.',
  getStarted: 'Get Started',
  familyDeleted: 'Family deleted',
  demo: "A family's quest board: cards glide from To Do over Doing to Done, finished quests pop, and their gems fall into a jar.",
  demoTitle: "Saturday at the Otters'",
  demoColumns: { todo: 'To Do', doing: 'Doing', done: 'Done' },
  demoCards: { table: 'Set the table', dog: 'Walk the dog', books: 'Read a story', plants: 'Water the plants' },
  demoPeople: { table: 'Mia', dog: 'Jonas', books: 'Grandpa', plants: 'Ella' },
  pause: 'Pause',
  goOn: 'Go on',
  playAgain: 'Play again',
  values: 'What Bubblequest stands for',
  connection: 'Connection not control',
  connectionText: 'One board for everybody. What is open stands there for all to see, and so does who got it done.',
  celebration: 'Celebration not chore',
  celebrationText: 'Every finished quest pops like a bubble and its gems fly into the jar. Small deeds get a big moment.',
  collaboration: 'Collaboration not command',
  collaborationText: 'Move a card on the tablet and it glides on every other screen. You plan the day together, wherever you are.',
  footer: 'Footer',
  groups: { product: 'Product', company: 'Company', legal: 'Legal' },
  links: {
    features: 'Features',
    pricing: 'Pricing',
    faq: 'FAQ',
    about: 'About',
    blog: 'Blog',
    contact: 'Contact',
    privacy: 'Privacy',
    terms: 'Terms',
    security: 'Security',
  },
})

/** Signing in, and what stands on every page around it. */
export const auth = section('auth', {
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  welcomeBack: 'Welcome back',
  continueAdventure: "Sign in to continue your family's adventure",
  newHere: 'New to Bubblequest?',
  createAccount: 'Create an account',
  email: 'Email',
  password: 'Password',
  forgotPassword: 'Forgot your password?',
  farewells: {
    'family-deleted': { title: 'Your family was deleted', text: 'Everything that was kept of it is gone, on this device too.' },
    'signed-out': { title: 'You were signed out', text: 'Sign in again to go on.' },
  },
  welcome: 'Welcome back!',
  signedIn: 'Successfully signed in',
  loginFailed: 'Login failed',
  invalidLogin: 'Invalid email or password',
})

/** Signing up. */
export const signup = section('signup', {
  createYourAccount: 'Create your account',
  startAdventure: "Start your family's quest adventure today",
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  firstName: 'First name',
  lastName: 'Last name',
  passwordHint: 'Must be at least 8 characters',
  createAccount: 'Create account',
  creatingAccount: 'Creating account...',
  noAdvertising: 'No advertising, no profiles.',
  whatIsKept: 'What is kept, and why',
  accountCreated: 'Account created!',
  welcome: 'Welcome to Bubblequest',
  signupFailed: 'Signup failed',
  pleaseTryAgain: 'Please try again',
  checkMail: 'Check your mail',
  oneMoreStep: 'One more step and your family can start',
  wrongAddress: 'Wrong address?',
  startAgain: 'Start again',
  weWroteTo: 'We wrote to {email}.',
  goToSignIn: 'Go to sign in',
})

/** Choosing a new password. */
export const recovery = section('recovery', {
  forgotPassword: 'Forgot your password?',
  tellAddress: 'Tell us your address and we mail you a link to choose a new one',
  remembered: 'Remembered it?',
  signIn: 'Sign in',
  email: 'Email address',
  sendLink: 'Send reset password instructions',
  sending: 'Sending reset instructions...',
  linkSent: 'Check your email for the password reset link',
  chooseNew: 'Choose a new password',
  fromNowOn: 'You will sign in with it from now on',
  comeByLink: 'Please come here through the link in our mail. If you have none, we gladly send you one.',
  sendMeLink: 'Send me a link',
  linkTooOld: 'This link is too old',
  linkTooOldText: 'A link works once and for one hour, so please ask us for a fresh one.',
  sendMeNewLink: 'Send me a new link',
  newPassword: 'New password',
  passwordHint: 'Must be at least 8 characters',
  update: 'Update password',
  updating: 'Updating password...',
  updated: 'Password updated',
  updatedText: 'Your password has been changed successfully.',
  youKnow: 'You know your password?',
  confirmed: 'Your password has been updated',
})

/** The kanban board and its columns. */
export const board = section('board', {})

/** The calendar of the parents. */
export const calendar = section('calendar', {})

/** Quests, on cards and in their dialogs. */
export const quests = section('quests', {})

/** The rewards store. */
export const rewards = section('rewards', {})

/** The ledger of gems. */
export const gems = section('gems', {})

/** The skill map. */
export const learning = section('learning', {})

/** Members, their PINs, and switching between them. */
export const family = section('family', {})

/** Choosing a picture. */
export const pictures = section('pictures', {
  use: 'Use This Picture',
  sending: 'The picture is being sent.',
  remove: 'Remove',
  cropper: 'The part that is kept. The arrow keys move it, plus and minus zoom.',
  zoom: 'Zoom',
  choose: 'Choose a picture',
  takePhoto: 'Take a photo',
  otherWays: 'You can also drop a picture here, or paste one.',
  drop: 'Drop the picture here',
  notAPicture: 'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.',
  tooLarge: (width: number, height: number) => `This picture is too large to open: ${width} × ${height} pixels. Please choose a smaller one.`,
  damaged: 'This picture is damaged and cannot be opened. Please choose another one.',
  /** What Uppy says, by its own names. */
  uppy: {
    exceedsSize: '%{file} exceeds maximum allowed size of %{size}',
    youCanOnlyUploadFileTypes: 'You can only upload: %{types}',
    youCanOnlyUploadX: { 0: 'You can only upload %{smart_count} file', 1: 'You can only upload %{smart_count} files' },
    noMoreFilesAllowed: 'Cannot add more files',
    noDuplicates: "Cannot add the duplicate file '%{fileName}', it already exists",
    failedToUpload: 'Failed to upload %{file}',
    noInternetConnection: 'No Internet connection',
    cancel: 'Cancel',
    back: 'Back',
    done: 'Done',
    uploading: 'Uploading',
    complete: 'Complete',
    uploadComplete: 'Upload complete',
    uploadFailed: 'Upload failed',
    uploadPaused: 'Upload paused',
    paused: 'Paused',
    pause: 'Pause',
    resume: 'Resume',
    retry: 'Retry',
    retryUpload: 'Retry upload',
    cancelUpload: 'Cancel upload',
    pauseUpload: 'Pause upload',
    resumeUpload: 'Resume upload',
    showErrorDetails: 'Show error details',
    xTimeLeft: '%{time} left',
    dataUploadedOfTotal: '%{complete} of %{total}',
    dataUploadedOfUnknown: '%{complete} of unknown',
    filesUploadedOfTotal: { 0: '%{complete} of %{smart_count} file uploaded', 1: '%{complete} of %{smart_count} files uploaded' },
    smile: 'Smile!',
  },
  webcam: {
    pluginNameCamera: 'Take a photo',
    takePicture: 'Take the photo',
    submitRecordedFile: 'Use this photo',
    discardRecordedFile: 'Take another',
    noCameraTitle: 'There is no camera',
    noCameraDescription: 'Connect one, or choose a picture.',
    allowAccessTitle: 'May the camera be used?',
    allowAccessDescription: 'Your browser asks you. The photo is taken only when you say so.',
  },
})

/** Settings. */
export const settings = section('settings', {
  settings: 'Settings',
  profile: 'Profile Information',
  uploadPicture: 'Upload New Picture',
  pictureNote: 'Upload a profile picture (max 5MB)',
  pictureFailed: 'Failed to upload profile picture',
  pictureUploaded: 'Profile picture uploaded successfully',
  removePicture: 'Remove Picture',
  removing: 'Removing...',
  pictureRemoved: 'Profile picture removed successfully',
  removeFailed: 'Failed to remove profile picture',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  emailFixed: 'Email cannot be changed',
  saveChanges: 'Save Changes',
  profileUpdated: 'Profile updated',
  profileUpdatedText: 'Your profile has been updated successfully.',
  profileFailed: 'Failed to update profile. Please try again.',
  changePassword: 'Change Password',
  othersSignedOut: 'Your other devices are signed out then.',
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  minCharacters: (count: number) => `Min ${count} characters`,
  confirmPassword: 'Confirm New Password',
  updating: 'Updating...',
  passwordsDiffer: 'New passwords do not match.',
  passwordTooShort: (count: number) => `Password must be at least ${count} characters long.`,
  passwordUpdated: 'Password updated',
  passwordUpdatedText: 'Your password has been changed successfully.',
  passwordFailed: 'Failed to update password. Please check your current password.',
  account: 'Account Information',
  accountType: 'Account Type',
  accountTypes: { user: 'user', admin: 'admin' },
  accountCreated: 'Account Created',
  unknownDay: 'N/A',
  userId: 'User ID',
  family: 'Family',
  familyName: 'Family Name',
  familyNameHint: 'Everybody sees it at the top of the page.',
  saveFamily: 'Save Family',
  familyUpdated: 'Family updated successfully',
  familyFailed: 'Failed to update family',
  device: 'This device',
  deviceText: 'Kept on this device alone.',
  language: 'Language',
  sound: 'Sound',
  soundText: 'Bubbles pop and gems ring when a quest is done.',
  motion: 'Motion',
  motionText: 'Cards glide and bubbles rise; switched off, things are simply there.',
  wallText: 'A tablet on the kitchen wall? It can show today for the whole family.',
  openWall: 'Open the wall screen',
  lostText: 'A tablet was lost, or somebody else knows the password? Change it, and sign out everywhere.',
  signOutEverywhere: 'Sign out everywhere',
  signOutQuestion: 'Every device you are signed in on is signed out, this one too. Are you sure?',
  signingOut: 'Signing out...',
  signOutFailed: 'Failed to sign out everywhere',
  yourData: 'Your data',
})

/** The admin dashboard. */
export const admin = section('admin', {})

/** Taking data along, deleting a family. */
export const privacy = section('privacy', {
  dataText: 'What is kept of your family, why, and for how long. Nothing of it leaves this server.',
  readAbout: 'Read about privacy',
  archiveText: 'All of it in one file: tables for a spreadsheet, and your pictures.',
  deletionText: 'The family with everything in it, for everybody, for good.',
  deleteFamily: 'Delete family',
  deleting: 'Deleting...',
  deleteTitle: (family: string) => `Delete ${family}`,
  cannotBeUndone: 'This cannot be undone. Nobody can bring back what is gone.',
  whatGoes: 'What goes, for everybody and at once',
  goes: [
    'Everybody in the family, with their pictures and PINs.',
    'All quests, columns, gems and rewards, and what the children have practised.',
    'The login of everybody who belongs to no other family. Every device is signed out.',
  ],
  keepCopy: 'Do you want to keep a copy? Take it along first.',
  yourPassword: 'Your password',
  yourPasswordHint: 'A device that was left open must not be enough.',
  deleteFailed: 'Failed to delete family',
  downloadEverything: 'Download everything',
  downloading: 'Downloading...',
  collecting: 'Collecting what is kept...',
  fetchingPicture: (number: number, count: number) => `Fetching picture ${number} of ${count}...`,
  packing: 'Packing...',
  savedAs: (file: string) => `Saved as ${file}`,
  didNotCome: 'Something did not come. Please try again.',
  nothingSaved: (reason: string) => `${reason} Nothing was saved.`,
})

/** The page about privacy, for parents. */
export const privacyPage = section('privacyPage', {
  title: 'Privacy, in plain words',
  intro:
    'Bubblequest keeps what your family needs to share its quests, and nothing else. Whoever runs this server is responsible for it; in your own house that is you.',
  nothingLeaves: 'Nothing leaves the house',
  nothingLeavesText: 'Every request goes to this server and to no other: no foreign fonts, counters or clouds.',
  noAdvertising: 'No advertising, no profiles',
  noAdvertisingText: 'Nobody is scored, sorted or sold to. There is nothing here that could do it.',
  yours: 'Yours to take or delete',
  yoursText: 'A parent takes everything along in one file, or deletes it, without asking anybody.',
  whatIsKept: 'What is kept, why, and for how long',
  kept: 'Kept:',
  /** The times are those of docs/decisions/0019-what-is-kept.md. */
  things: [
    { what: 'Your name, e-mail and password', why: 'So that you can sign in, and get a new password by mail.', until: 'Until the family is deleted.' },
    { what: 'Names and roles of the members', why: 'So that a quest belongs to somebody.', until: 'Until you remove the member.' },
    {
      what: 'Pictures of faces',
      why: 'Only if you choose one; drawn faces need none. Where a photo was taken is cut out before it is sent.',
      until: 'Until a day after nobody shows them.',
    },
    { what: 'Quests, columns and rewards', why: 'They are what the board and the store are made of.', until: 'Until you delete them.' },
    {
      what: 'Who did which quest, and when',
      why: 'For the calendar, and so that nothing is paid twice.',
      until: 'Repeating quests 13 months; a quest for once as long as the quest.',
    },
    { what: 'Gems that came and went', why: 'The balance is their sum.', until: 'Until you remove the member.' },
    { what: 'Rewards that were redeemed', why: 'So that everybody knows what was promised.', until: '13 months after the decision.' },
    {
      what: 'What a child practises in the games',
      why: 'The letter or word, how well it goes, and the last answers: so that it is asked again at the right time.',
      until: '13 months after it was last practised.',
    },
    { what: 'News between your screens', why: 'So that every screen is right at once.', until: 'Three days.' },
  ],
  allAtOnce:
    'With the family everything goes at once, to the last line and picture. A copy that whoever runs this server made before lasts as long as they keep it.',
  whoSees: 'Who can see it',
  whoSeesText:
    'Your family, and nobody else. Everybody in it sees the board, the calendar, the gems and who is here. Parents manage it all, and see what the children practise. Other families cannot find out that you exist. Whoever runs this server could look into its database, as with any server.',
  secrets: 'PINs and passwords',
  secretsText:
    "A child's PIN is kept only as a hash: it can be compared, and not be read. So is your password. This device remembers that you are signed in, whose bubble it shows, and your choices for language, sound, motion and the sidebar; nothing of that follows you anywhere.",
  takeAlong: 'Take it along, correct it, delete it',
  takeAlongText:
    'Under Settings, Your data, a parent downloads everything as one file with tables and pictures, and deletes the family. Under Family Members a single child is changed or removed, with everything that was kept of it. What a child has practised can begin anew there, too.',
  openSettings: 'Open the settings',
  forChildren: 'For children, with pictures',
  forChildrenText: 'The same in few words, read aloud. Look at it together.',
  openPicturePage: 'Open the picture page',
})

/** The same for children. */
export const kidsPrivacyPage = section('kidsPrivacyPage', {
  title: 'What Bubblequest knows',
  readEverything: 'Read everything to me',
  readToMe: (title: string) => `Read to me: ${title}`,
  remember: { title: 'I remember you', text: 'Your name, your face and your quests.' },
  gems: { title: 'I count your gems', text: 'So none gets lost.' },
  learning: { title: 'I see what you learn', text: 'So the games ask you the right things. Your parents can see it, too.' },
  family: { title: 'It is for your family', text: 'The people at home can see it. Nobody else.' },
  pin: { title: 'Your PIN is a secret', text: 'Even I cannot read it.' },
  old: { title: 'Old things go away', text: 'After a year and a bit, all by themselves.' },
  gone: { title: 'Do you want something gone?', text: 'Ask a grown-up. They can delete it.' },
  forGrownUps: 'For grown-ups: {link}',
  wholePage: 'the whole page about privacy',
})

/** The children's side. */
export const kid = section('kid', {})

/** The wall screen. */
export const wall = section('wall', {})

/** The playground and its games. */
export const games = section('games', {})
