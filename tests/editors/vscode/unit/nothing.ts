// replaces what only VS Code has
export {};
