;;; rulebook.el --- Wargame rules and their amendments, with eglot  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Rules files are Markdown.  For them, and for no other Markdown, eglot starts the language server `rulebook lsp'.
;; To install: (load "/path/to/clone/editors/emacs/rulebook.el") in the init file.

;;; Code:

(require 'eglot)

(defgroup rulebook nil
  "Wargame rules and their amendments."
  :group 'tools)

(defcustom rulebook-program "rulebook"
  "The program: its name on the PATH, or its path."
  :type 'string)

(defcustom rulebook-settings nil
  "The default ruleset, edition, profile and date, as a plist.
For example (:ruleset \"dbm\" :edition \"3.3\" :profile \"uk\")."
  :type 'plist)

(defconst rulebook-files
  "\\.\\(?:rules\\|amend\\|clarify\\|book\\|index\\|scenario\\|check\\)\\.md\\'"
  "Regular expression that matches the names of rules files.")

(defconst rulebook-words
  (let ((file (expand-file-name "../../grammar/keywords.json" (file-name-directory (or load-file-name buffer-file-name default-directory)))))
    (when (file-readable-p file)
      (with-temp-buffer
        (insert-file-contents file)
        (goto-char (point-min))
        (json-parse-buffer :object-type 'alist :array-type 'list))))
  "The words of the instruction language, from the program's own tables.")

(defun rulebook--word-list (list &rest members)
  "Return the words of LIST: its strings, and the MEMBERS of its rows."
  (let (out)
    (dolist (row (alist-get list rulebook-words))
      (if (stringp row)
          (push row out)
        (dolist (member members)
          (let ((value (alist-get member row)))
            (setq out (append (if (listp value) value (list value)) out))))))
    (delete-dups out)))

(defun rulebook--font-lock ()
  "Return the font-lock keywords of the instruction line."
  (let ((line "^##[ \t].*")
        (rows `((,(rulebook--word-list 'verbs 'name 'also) . font-lock-keyword-face)
                (,(rulebook--word-list 'units 'one 'many 'also) . font-lock-type-face)
                (,(rulebook--word-list 'keywords 'name 'also) . font-lock-builtin-face))))
    (mapcar
     (lambda (row)
       (let ((words (concat "\\_<" (regexp-opt (car row) t) "\\_>")))
         `(,line (,(lambda (limit) (let ((case-fold-search t)) (re-search-forward words limit t)))
                  (progn (goto-char (+ 3 (match-beginning 0))) (line-end-position))
                  nil
                  (0 ',(cdr row) t)))))
     (seq-filter #'car rows))))

(defun rulebook--has-rules (folder)
  "Return whether FOLDER has a folder `rules' that contains a ruleset."
  (let ((rules (expand-file-name "rules" folder)))
    (and (file-directory-p rules)
         (seq-some (lambda (ruleset) (file-exists-p (expand-file-name "ruleset.toml" ruleset))) (directory-files rules t "\\`[^.]")))))

(defun rulebook--project (dir)
  "Return the workspace that contains DIR: a folder with `rulebook.toml' or `rules'."
  (when (derived-mode-p 'rulebook-mode)
    (let ((root (or (locate-dominating-file dir "rulebook.toml")
                    (locate-dominating-file dir #'rulebook--has-rules))))
      (and root (cons 'transient root)))))

(defun rulebook--start ()
  "Start the language server, or show why it cannot start."
  (if (executable-find rulebook-program)
      (eglot-ensure)
    (message "rulebook: the program `%s' is not on the PATH; install it (cargo install --path CLONE) or set `rulebook-program'" rulebook-program)))

(defconst rulebook--parent (if (require 'markdown-mode nil t) 'markdown-mode 'text-mode)
  "The parent mode of `rulebook-mode'.")

(eval
 `(define-derived-mode rulebook-mode ,rulebook--parent "Rules"
    "Mode for rules files: Markdown, with highlighted instructions, and the language server."
    (add-hook 'project-find-functions #'rulebook--project nil t)
    (font-lock-add-keywords nil (rulebook--font-lock) 'append)
    (rulebook--start)))

(put 'rulebook-mode 'eglot-language-id "markdown")

(defun rulebook--rules-file-p ()
  "Return whether the buffer is a rules file: its front matter names a ruleset, or a parent folder is that of a ruleset."
  (and buffer-file-name
       (or (locate-dominating-file buffer-file-name "ruleset.toml")
           (save-excursion
             (goto-char (point-min))
             (re-search-forward "^ruleset[ \t]*:" 2000 t)))))

(defun rulebook-or-markdown ()
  "Enable `rulebook-mode' for a rules file, and the parent mode for any other file with such a name."
  (if (rulebook--rules-file-p) (rulebook-mode) (funcall rulebook--parent)))

(defclass rulebook-server (eglot-lsp-server) ()
  :documentation "The language server of rulebook.")

(cl-defmethod eglot-initialization-options ((_server rulebook-server))
  "Return the settings that the server receives when it starts."
  (or rulebook-settings eglot--{}))

;; Eglot 1.9 treats the bytes of a path as characters, so it does not find a file in a folder `Süd'.
(when (fboundp 'eglot--uri-to-path)
  (define-advice eglot--uri-to-path (:filter-return (path) rulebook-decode-path)
    (decode-coding-string (encode-coding-string path 'utf-8) 'utf-8)))

(add-to-list 'auto-mode-alist (cons rulebook-files #'rulebook-or-markdown))
(add-to-list 'eglot-server-programs
             (cons 'rulebook-mode (lambda (&rest _) (list 'rulebook-server rulebook-program "lsp"))))

(provide 'rulebook)
;;; rulebook.el ends here
