/** One toast tells the whole story of one sign-in, from the password to the second factor. */
export const signInToastId = 'sign-in';
