import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CodeBoxesHandle } from './code-boxes.tsx';
import { type CodeCharacters, emptyCode, isCodeFull } from './code-entry.ts';

/** Time to see the last character and undo it. */
const submitAfterMs = 500;
/** Disabled boxes lose the focus. They take it again after the check. */
const focusAfterMs = 100;

interface CodeProblem {
  text: string;
  /** Wrong or expired. */
  isRefused: boolean;
}

export interface CodeEntry {
  characters: CodeCharacters;
  problem: CodeProblem | undefined;
  change: (characters: CodeCharacters) => void;
  /** Something is missing before the code can be sent. */
  ask: (text: string) => void;
  /** After a check that failed: the boxes are cleared for the next try. */
  refuse: (text: string, isRefused: boolean) => void;
}

/** What is typed as a mailed code, and what is wrong with it. */
export function useCodeEntry(boxes: RefObject<CodeBoxesHandle | null>): CodeEntry {
  const [characters, setCharacters] = useState(emptyCode);
  const [problem, setProblem] = useState<CodeProblem>();
  return {
    characters,
    problem,
    change: (next) => {
      setProblem(undefined);
      setCharacters(next);
    },
    ask: (text) => {
      setProblem({ text, isRefused: false });
      boxes.current?.focus();
    },
    refuse: (text, isRefused) => {
      setProblem({ text, isRefused });
      setCharacters(emptyCode);
      setTimeout(() => boxes.current?.focus(), focusAfterMs);
    },
  };
}

/** The sixth character sends the code. */
export function useSubmitWhenFull(characters: CodeCharacters, submit: () => void): void {
  const latestSubmit = useRef(submit);
  useEffect(() => {
    latestSubmit.current = submit;
  });
  useEffect(() => {
    if (!isCodeFull(characters)) return;
    const timer = setTimeout(() => latestSubmit.current(), submitAfterMs);
    return () => clearTimeout(timer);
  }, [characters]);
}
